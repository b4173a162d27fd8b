import { readFileSync } from 'node:fs';
import { arch, availableParallelism, totalmem } from 'node:os';

const distribution = () => {
  try {
    return /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
};

/** What of the machine matters for the numbers, and nothing that names it. */
export const machineFacts = () => ({
  cores: availableParallelism(),
  cpu: arch() === 'x64' ? 'x86-64' : arch(),
  memoryGiB: Math.round(totalmem() / 1024 ** 3),
  system: distribution() ?? process.platform,
  node: process.version,
});

/** The same as half a sentence. */
export const describeMachine = ({ cores, cpu, memoryGiB, system, node }) =>
  `${cores} cores of ${cpu}, ${memoryGiB} GiB of memory, ${system}, Node ${node.replace('v', '')}`;
