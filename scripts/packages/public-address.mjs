// Writes the public address of the project into a package while it is packed, and takes it out again.
// npm runs this in the folder of the package: `write` as `prepack`, `restore` as `postpack` and
// `postpublish`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `git@host:owner/name`, without a scheme. */
const SCP_FORM = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)(.+)$/;
const PROTOCOLS = /^(?:git\+)?(?:https?|ssh|git):$/;
/** A name with a dot: no `localhost`, no alias of an SSH configuration, no IP address. */
const PUBLIC_HOST = /\.[a-z][a-z0-9-]*$/i;

/**
 * The address of a repository in a browser, from an address for git. User and password are left out.
 *
 * @param {string} remote `git@host.example:owner/name.git`, `https://host.example/owner/name`
 * @returns {string | undefined} `https://host.example/owner/name`; undefined for a folder of this
 *   machine and for a host without a public name
 */
export const browserAddress = (remote) => {
  const [, scpHost, scpPath] = SCP_FORM.exec(remote) ?? [];
  const text = scpHost === undefined ? remote : `ssh://${scpHost}/${scpPath}`;
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, host, pathname } = new URL(text);
  const path = pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  if (!PROTOCOLS.test(protocol) || !PUBLIC_HOST.test(hostname) || path === '') return undefined;
  // The port of an SSH server is not that of its pages.
  return `https://${protocol.endsWith('https:') ? host : hostname}/${path}`;
};

/**
 * The fields of `package.json` that lead to the project.
 *
 * @param {string} address of the repository in a browser
 * @param {string} directory of the package, from the root of the repository
 */
export const addressFields = (address, directory) => ({
  repository: { type: 'git', url: `git+${address}.git`, directory },
  homepage: `${address}#readme`,
  bugs: `${address}/issues`,
});

const originOf = (root) => {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['remote', 'get-url', 'origin'], options).trim();
  } catch {
    return '';
  }
};

/** From `repository` of the root's `package.json`, or else from the remote `origin`. */
const findAddress = (root) => {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return browserAddress(repository?.url ?? repository ?? originOf(root));
};

const restore = ({ manifest, original }) => {
  if (existsSync(original)) renameSync(original, manifest);
};

const write = ({ manifest, original, root, folder }) => {
  const address = findAddress(root);
  if (address === undefined) return;
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(original, text);
  const fields = addressFields(address, relative(root, folder).replaceAll('\\', '/'));
  writeFileSync(manifest, `${JSON.stringify({ ...JSON.parse(text), ...fields }, null, 2)}\n`);
};

const main = (verb) => {
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  const folder = process.cwd();
  const manifest = join(folder, 'package.json');
  const paths = { manifest, original: `${manifest}.orig`, root, folder };
  const { npm_command: command, npm_lifecycle_event: event } = process.env;
  // After packing, `npm publish` reads the fields again for the registry.
  if (event === 'postpack' && command !== 'pack') return;
  // What a publication that failed has left behind.
  restore(paths);
  if (verb === 'write') write(paths);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2]);
