import { readdir, readFile } from 'node:fs/promises';

/** The ids of all living processes of a group, from `/proc`. Empty where there is no `/proc`. */
export const processIdsOfGroup = async (groupId: number): Promise<readonly number[]> => {
  const names = await readdir('/proc').catch(() => []);
  const processIds: number[] = [];
  // One after the other: there may be more processes than this one may open files.
  for (const name of names) {
    if (/^\d+$/.test(name) && (await groupOfProcess(name)) === groupId) {
      processIds.push(Number(name));
    }
  }
  return processIds;
};

/**
 * Memory a process group takes, in bytes: its proportional share (PSS) where the kernel tells it,
 * or else the resident size, which counts shared pages once for each process. 0 when unknown.
 */
export const memoryOfGroupBytes = async (groupId: number): Promise<number> => {
  let bytes = 0;
  for (const processId of await processIdsOfGroup(groupId)) {
    bytes += await memoryOfProcessBytes(processId);
  }
  return bytes;
};

// Format: proc(5), /proc/pid/stat. The second field may hold spaces and brackets itself.
const groupOfProcess = async (processId: string): Promise<number | undefined> => {
  const stat = await readFile(`/proc/${processId}/stat`, 'latin1').catch(() => '');
  const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined ? undefined : Number(group);
};

const memoryOfProcessBytes = async (processId: number): Promise<number> => {
  const rollup = await readFile(`/proc/${processId}/smaps_rollup`, 'latin1').catch(() => '');
  const proportional = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
  if (proportional !== undefined) return Number(proportional) * 1024;
  const status = await readFile(`/proc/${processId}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
};
