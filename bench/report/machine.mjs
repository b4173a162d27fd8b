import { readFileSync } from 'node:fs';
import { arch, availableParallelism, totalmem } from 'node:os';

const distribution = () => {
  try {
    return /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
};

/** The properties of the machine that matter for the results, and nothing that identifies it. */
export const machineFacts = () => ({
  cores: availableParallelism(),
  cpu: arch() === 'x64' ? 'x86-64' : arch(),
  memoryGiB: Math.round(totalmem() / 1024 ** 3),
  system: distribution() ?? process.platform,
  node: process.version,
});

/** The same as a phrase. */
export const describeMachine = ({ cores, cpu, memoryGiB, system, node }) =>
  `${cores} cores of ${cpu}, ${memoryGiB} GiB of memory, ${system}, Node ${node.replace('v', '')}`;
