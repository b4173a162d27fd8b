import type { Counts, Logger, Meter } from '@dragoman/core';

const INTERVAL_MS = 60_000;
/** The metrics have all of them. */
const MAX_SHOWN = 5;

/** Logs how often translated sentences failed a check. */
interface CheckLog {
  /** Counts what the given meter counts, and notes the checks. */
  readonly meter: Meter;
  /** Logs the rest. */
  stop(): void;
}

/**
 * Logs, once a minute, one line with the number of sentences since the last one, and with the most
 * frequent engines, pairs, checks and repairs; nothing without any. The lines have no texts.
 */
export const createCheckLog = (meter: Meter, log: Logger): CheckLog => {
  const failures = new Map<string, { readonly labels: Counts['checks']; sentences: number }>();
  const flush = (): void => {
    if (failures.size === 0) return;
    const rows = [...failures.values()].toSorted((one, other) => other.sentences - one.sentences);
    const sum = (some: typeof rows) => some.reduce((total, row) => total + row.sentences, 0);
    const most = rows
      .slice(0, MAX_SHOWN)
      .map(({ labels, sentences }) => ({ ...labels, sentences }));
    const repaired = sum(rows.filter(({ labels }) => labels.repair !== 'none'));
    log.info({ sentences: sum(rows), repaired, most }, 'translated sentences failed a check');
    failures.clear();
  };
  const timer = setInterval(flush, INTERVAL_MS);
  timer.unref();
  const count: Meter['count'] = (name, labels, amount = 1) => {
    meter.count(name, labels, amount);
    if (name !== 'checks') return;
    const { engine, pair, defect, repair } = labels as Counts['checks'];
    const key = [engine, pair, defect, repair].join(' ');
    const entry = failures.get(key) ?? {
      labels: { engine, pair, defect, repair },
      sentences: 0,
    };
    entry.sentences += amount;
    failures.set(key, entry);
  };
  return {
    meter: {
      count,
      time: (work, labels) => meter.time(work, labels),
      noteBatch: (sentences, labels) => meter.noteBatch(sentences, labels),
    },
    stop() {
      clearInterval(timer);
      flush();
    },
  };
};
