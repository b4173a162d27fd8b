import { userInfo } from 'node:os';

/** The actor in the audit log for a change on the command line. */
export const actor = (): string => {
  try {
    return `command line ${userInfo().username}`;
  } catch {
    return `command line user ${process.getuid?.() ?? 'unknown'}`;
  }
};
