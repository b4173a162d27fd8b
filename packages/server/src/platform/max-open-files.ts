import { readFileSync } from 'node:fs';

/** How many files and connections this process may have open; infinite where that is unknown. */
export const maxOpenFiles = (): number => {
  try {
    // Format: proc(5), /proc/pid/limits.
    const limits = readFileSync('/proc/self/limits', 'latin1');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};
