import { createRequire } from 'node:module';
import { join } from 'node:path';

/** An object of Kubernetes. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [member: string]: unknown;
}

/** A compiled JSON schema. */
type Validate = ((data: object) => boolean) & { readonly errors: readonly SchemaError[] | null };

interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: object;
}

const require = createRequire(import.meta.url);

/** Each kind has a second name, which is that of its schema. */
const schemaOf = ({ apiVersion, kind }: Manifest): Validate => {
  const module = require.resolve(join('kubernetes-models', apiVersion, kind));
  const schema = Object.keys(require(module)).find((name) => name !== kind);
  const [folder = ''] = /^.*kubernetes-models(?=\/)/.exec(module) ?? [];
  return require(join(folder, '_schemas', `${schema}.js`)).validate;
};

/**
 * The object, and a list of the paths in it that nobody has read yet. The schemas of Kubernetes
 * allow properties that they do not know; such a property is never read while they are checked.
 */
const watchReads = (
  value: object,
  path: string,
  unread: Set<string>,
): Record<string | symbol, unknown> => {
  for (const name of Object.keys(value)) unread.add(`${path}.${name}`);
  return new Proxy(value as Record<string | symbol, unknown>, {
    get(target, name) {
      if (!Object.hasOwn(target, name)) return target[name];
      const own = `${path}.${String(name)}`;
      const member = target[name];
      const wasUnread = unread.delete(own);
      if (member === null || typeof member !== 'object') return member;
      if (!wasUnread) return known.get(own) ?? member;
      const watched = watchReads(member, own, unread);
      known.set(own, watched);
      return watched;
    },
  });
};
const known = new Map<string, object>();

/** What the schemas of Kubernetes object to, including properties that they do not know. */
export const problemsOf = (manifest: Manifest): readonly string[] => {
  known.clear();
  const unread = new Set<string>();
  const validate = schemaOf(manifest);
  if (!validate(watchReads(manifest, manifest.kind, unread))) {
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${manifest.kind}${instancePath} ${message ?? JSON.stringify(params)}`,
    );
  }
  return [...unread].map((path) => `${path} is not known`);
};
