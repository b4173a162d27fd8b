import type { DailyTagUsage, DailyUsage, UsageBatch } from './account-store.js';
import type { UsedByRequest } from './usage-journal.js';

/** Usage that was counted and not reported yet. */
export type CountedUsage = Pick<UsageBatch, 'amounts' | 'tagAmounts'>;

/** Adds usage up in memory until it is taken. */
export interface PendingUsage {
  add(used: UsedByRequest): void;
  /** Returns everything so far and starts again from zero. */
  take(): CountedUsage;
  amounts(): Iterable<DailyUsage>;
}

/**
 * Callers can invent tags, and an outage can last: beyond this number, requests are counted without
 * their tag, so that memory stays bounded.
 */
const MAX_TAGS = 10_000;

type Growing<Row> = { -readonly [Property in keyof Row]: Row[Property] };

export const createPendingUsage = (): PendingUsage => {
  let byKey = new Map<string, Growing<DailyUsage>>();
  let byTag = new Map<string, Growing<DailyTagUsage>>();

  const grow = <Row extends { characters: number; requests: number }>(
    sums: Map<string, Row>,
    id: string,
    characters: number,
    begin: () => Row,
  ): void => {
    let sum = sums.get(id);
    if (!sum) {
      sum = begin();
      sums.set(id, sum);
    }
    sum.characters += characters;
    sum.requests++;
  };

  return {
    add({ keyId, day, characters, tag }) {
      grow(byKey, `${day} ${keyId}`, characters, () => ({
        keyId,
        day,
        characters: 0,
        requests: 0,
      }));
      if (tag === undefined) return;
      const id = `${day} ${tag}`;
      if (byTag.size >= MAX_TAGS && !byTag.has(id)) return;
      grow(byTag, id, characters, () => ({ tag, day, characters: 0, requests: 0 }));
    },
    take() {
      const taken = { amounts: [...byKey.values()], tagAmounts: [...byTag.values()] };
      byKey = new Map();
      byTag = new Map();
      return taken;
    },
    amounts: () => byKey.values(),
  };
};
