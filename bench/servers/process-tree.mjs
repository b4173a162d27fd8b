import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc; 100 on every Linux Node runs on. */
const TICKS_PER_SECOND = 100;

const readStat = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may contain spaces and parentheses, so count from the last parenthesis; state is
    // field 3.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const field = (number) => Number(fields[number - 3]);
    return {
      pid,
      parent: field(4),
      // Own time in user and system mode, and that of ended children.
      ticks: field(14) + field(15) + field(16) + field(17),
      startedAt: field(22),
    };
  } catch {
    return undefined;
  }
};

/** A process and all its descendants that live now. */
export const processTree = (rootPid) => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat !== undefined);
  const tree = all.filter(({ pid }) => pid === rootPid);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
};

/** CPU time a process tree has used so far, ended children included, in seconds. */
export const cpuSecondsOf = (rootPid) =>
  processTree(rootPid).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;

/** Memory a process tree takes now, in bytes; what several processes share is counted once (PSS). */
export const residentBytesOf = (rootPid) =>
  processTree(rootPid).reduce((sum, { pid }) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
      return sum + 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
    } catch {
      return sum;
    }
  }, 0);

/** Ends with SIGKILL those processes of a tree seen earlier that still live. */
export const killSurvivors = (tree) => {
  for (const { pid, startedAt } of tree) {
    // The number may belong to another process by now.
    if (readStat(pid)?.startedAt !== startedAt) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended in between.
    }
  }
};
