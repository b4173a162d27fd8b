import type { FastifyInstance } from 'fastify';

const LINE = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/;
const INDENT = 4;

/** Every route of an application as `GET /path/{part}`, without the `HEAD` that comes with each `GET`. */
export const readRoutes = (app: FastifyInstance): readonly string[] => {
  const prefixes: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = LINE.exec(line) ?? [];
      const depth = indent.length / INDENT;
      const path = `${prefixes[depth - 1] ?? ''}${part}`;
      prefixes.splice(depth, prefixes.length, path);
      return methods
        .split(', ')
        .filter((method) => method !== '' && method !== 'HEAD')
        .map((method) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    });
};
