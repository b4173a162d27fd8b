import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../common/run-command.mjs';
import { tail } from '../common/steps.mjs';

const QUERY_TIMEOUT_MS = 30_000;
const UPDATE_TIMEOUT_MS = 180_000;
const INSTALL_TIMEOUT_MS = 600_000;

const aptEnvironment = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
const aptOptions = ['-q', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=2'];

const isOnPath = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, program)));

const findMissing = async (names) => {
  const format = `\${db:Status-Status} \${Package}\n`;
  const query = await runCommand('dpkg-query', ['-W', '-f', format, ...names], {
    timeoutMs: QUERY_TIMEOUT_MS,
    env: aptEnvironment,
  });
  const installed = new Set(
    query.output
      .split('\n')
      .filter((line) => line.startsWith('installed '))
      .map((line) => line.slice('installed '.length)),
  );
  return names.filter((name) => !installed.has(name));
};

/**
 * The packages this release of the distribution has; a single unknown name would make apt fail for
 * all.
 */
const findAvailable = async (names) => {
  const { output } = await runCommand('apt-cache', ['policy', ...names], {
    timeoutMs: QUERY_TIMEOUT_MS,
    env: aptEnvironment,
  });
  const candidates = new Map(
    [...output.matchAll(/^(\S+?)(?::\w+)?:\n.*\n {2}Candidate: (.*)$/gm)].map((match) => [
      match[1],
      match[2],
    ]),
  );
  return names.filter((name) => (candidates.get(name) ?? '(none)') !== '(none)');
};

/** How to become root: nothing, `sudo -n`, or undefined if a password would be needed. */
const findRootPrefix = async () => {
  if (process.getuid?.() === 0) return [];
  if (!isOnPath('sudo')) return undefined;
  const { code } = await runCommand('sudo', ['-n', 'true'], { timeoutMs: QUERY_TIMEOUT_MS });
  return code === 0 ? ['sudo', '-n'] : undefined;
};

const installCommand = (names) =>
  `apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`;

/** What apt prints where its servers cannot be reached; its other lines would not help. */
const UNREACHABLE =
  /temporary failure resolving|could not (?:resolve|connect)|unable to connect|connection timed out|network is unreachable/i;

const withoutNetwork = (names) =>
  `continuing without: the Debian servers cannot be reached. For a machine without a network, see docs/guide/running/air-gapped.md; missing: ${names.join(' ')}`;

const install = async (names, rootPrefix) => {
  const apt = (args, timeoutMs) => {
    const settings = Object.entries(aptEnvironment).map(([name, value]) => `${name}=${value}`);
    const [program, ...rest] = [
      ...rootPrefix,
      'env',
      ...settings,
      'apt-get',
      ...aptOptions,
      ...args,
    ];
    return runCommand(program, rest, { timeoutMs });
  };
  const startedMs = performance.now();
  // A failed update may not matter: older lists may be sufficient.
  const update = await apt(['update'], UPDATE_TIMEOUT_MS);
  const available = await findAvailable(names);
  const unavailable = names.filter((name) => !available.includes(name));
  const lacking = unavailable.length > 0 ? `; apt does not know ${unavailable.join(' ')}` : '';
  if (available.length === 0) {
    return UNREACHABLE.test(update.output) ? withoutNetwork(names) : `nothing installed${lacking}`;
  }
  const leftMs = INSTALL_TIMEOUT_MS - (performance.now() - startedMs);
  const result = await apt(['install', '-y', '--no-install-recommends', ...available], leftMs);
  if (result.code === 0) return `${available.length} packages installed${lacking}`;
  if (UNREACHABLE.test(result.output)) return withoutNetwork(available);
  const reason = result.timedOut ? 'took longer than 10 minutes' : 'failed';
  return `continuing without: apt-get install ${reason}${lacking}\n${tail(result.output)}`;
};

/**
 * Installs those of the named Debian packages that are missing, where this can be done without
 * asking. Otherwise, or if it fails, the outcome says so; never throws.
 *
 * Resolves to `{ outcome, isComplete }`; `isComplete` is true when all packages are there.
 */
export const ensureDebianPackages = async (names) => {
  const complete = (outcome) => ({ outcome, isComplete: true });
  const incomplete = (outcome) => ({ outcome, isComplete: false });
  if (names.length === 0) return complete('nothing needed');
  if (!isOnPath('dpkg-query') || !isOnPath('apt-get')) {
    return incomplete(`this is not Debian; install the equivalent of ${names.join(' ')}`);
  }
  const missing = await findMissing(names);
  if (missing.length === 0) return complete(`ready, ${names.length} packages`);
  const byHand = `missing packages; install them with: ${installCommand(missing)}`;
  if (process.env.DRAGOMAN_SKIP_APT === '1') {
    return incomplete(`DRAGOMAN_SKIP_APT is set; ${byHand}`);
  }
  const rootPrefix = await findRootPrefix();
  if (!rootPrefix) return incomplete(`${byHand} (as root)`);
  const outcome = await install(missing, rootPrefix);
  return { outcome, isComplete: (await findMissing(names)).length === 0 };
};
