import { nearestName } from '@dragoman/contract';
import type { ConfigurationProblem } from './configuration-error.js';
import type { Environment } from './environment.js';
import { ENTRIES, type Entry } from './settings/entries.js';
import { OTHER_VARIABLES } from './settings/schema.js';

/** The values one source gives, not yet checked. */
export interface Layer {
  readonly values: ReadonlyMap<Entry, unknown>;
  /** Folder that relative paths of this source count from. */
  readonly baseDirectory: string;
  /** The entry as this source spells it, and which source it is. */
  label(entry: Entry): string;
}

export interface LayerResult {
  readonly layer: Layer;
  readonly problems: readonly ConfigurationProblem[];
}

const byFileKey = new Map(ENTRIES.map((entry) => [entry.fileKey, entry]));
const byEnvironmentName = new Map(ENTRIES.map((entry) => [entry.environmentName, entry]));
const otherNames = new Set<string>(OTHER_VARIABLES.map((row) => row.environmentName));

/** A name is only suggested where no more than half of what was written differs. */
const unknownName = (name: string, known: Iterable<string>): string => {
  const written = name.replace(/^DRAGOMAN_/, '');
  const near = nearestName(name, [...known], Math.ceil(written.length / 2));
  return near === undefined
    ? 'there is no such setting'
    : `there is no such setting; did you mean ${near}?`;
};

// Kubernetes sets these in every pod of a namespace with a service called "dragoman".
const serviceLink =
  /^DRAGOMAN(_.+)?_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const serviceLinkReason =
  'Kubernetes sets this for a service named like the program; put "enableServiceLinks: false" into the pod';

/** Variables that start with `DRAGOMAN_`; others are ignored. */
export const environmentLayer = (environment: Environment, baseDirectory: string): LayerResult => {
  const values = new Map<Entry, unknown>();
  const problems: ConfigurationProblem[] = [];
  const label = (name: string): string => `${name} (environment)`;
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || !name.startsWith('DRAGOMAN_') || otherNames.has(name)) continue;
    const entry = byEnvironmentName.get(name);
    const isServiceLink = serviceLink.test(name) || /^tcp:\/\//.test(value);
    if (entry && !isServiceLink) values.set(entry, value);
    else {
      const known = [...byEnvironmentName.keys(), ...otherNames];
      const reason = isServiceLink ? serviceLinkReason : unknownName(name, known);
      problems.push({ where: label(name), reason });
    }
  }
  return {
    layer: { values, baseDirectory, label: (entry) => label(entry.environmentName) },
    problems,
  };
};

/** The members of a configuration file. `path` is for messages. */
export const fileLayer = (
  members: Readonly<Record<string, unknown>>,
  { path, baseDirectory }: { readonly path: string; readonly baseDirectory: string },
): LayerResult => {
  const values = new Map<Entry, unknown>();
  const problems: ConfigurationProblem[] = [];
  const label = (name: string): string => `${name} (file ${path})`;
  for (const [name, value] of Object.entries(members)) {
    const entry = byFileKey.get(name);
    if (entry) values.set(entry, value);
    else problems.push({ where: label(name), reason: unknownName(name, byFileKey.keys()) });
  }
  return { layer: { values, baseDirectory, label: (entry) => label(entry.fileKey) }, problems };
};

/** Flags as collected from the command line; unknown ones were refused when it was parsed. */
export const flagLayer = (values: ReadonlyMap<Entry, string>, baseDirectory: string): Layer => ({
  values,
  baseDirectory,
  label: (entry) => `${entry.flag} (flag)`,
});
