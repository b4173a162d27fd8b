import { join } from 'node:path';
import { runCommand } from '../common/run-command.mjs';

const TIMEOUT_MS = 60_000;

/** Most exposure, of 10, that `systemd-analyze security` may find in the unit. */
const MAX_EXPOSURE = 20;

/** Lets systemd check the unit. */
export const testUnit = async (root) => {
  const unit = join(root, 'deploy/dragoman.service');
  const analyze = (...args) =>
    runCommand('systemd-analyze', [...args, unit], { timeoutMs: TIMEOUT_MS });
  const verified = await analyze('verify');
  if (verified.code === 127) return { skipped: 'there is no systemd' };
  if (verified.code !== 0 || verified.output !== '') throw new Error(verified.output);
  const secured = await analyze('security', '--offline=true', `--threshold=${MAX_EXPOSURE}`);
  if (secured.code !== 0) throw new Error(secured.output);
  return { details: secured.output.trim().split('\n').at(-1) };
};
