import type { Run } from '../../model.js';
import type { RunOfAtom } from './run-atoms.js';
import type { RunDialect } from './run-dialect.js';

/** Says what to write around text that looks like that of a run. */
export type WriteRun = (
  run: RunOfAtom | undefined,
  dialect: RunDialect,
  /** Of the namespace in this file, with colon. */
  prefix: string,
) => Run;

/** Runs that look the same share one answer: a large document has few looks and many paragraphs. */
export const createRunWriter = (): WriteRun => {
  const written = new Map<string, Run>();
  return (run, dialect, prefix) => {
    const properties = run?.properties;
    const look = properties?.children.map(({ source }) => source).join('') ?? '';
    const key = [dialect.run, prefix, run !== undefined, properties?.tag, look].join('\0');
    const known = written.get(key) ?? writeRun(run, dialect, prefix);
    written.set(key, known);
    return known;
  };
};

const writeRun = (run: RunOfAtom | undefined, dialect: RunDialect, prefix: string): Run => {
  const { text, textAttributes } = dialect;
  const textName = prefix + text.slice(text.indexOf(':') + 1);
  const runName = prefix + dialect.run.slice(dialect.run.indexOf(':') + 1);
  if (!run && dialect.keepsLines) {
    // A string of a sheet without runs is its text alone.
    return { before: () => `<${textName}${textAttributes}>`, after: `</${textName}>` };
  }
  return {
    before: (options) =>
      `<${runName}>${dialect.writeProperties(run?.properties, prefix, options)}<${textName}${textAttributes}>`,
    after: `</${textName}></${runName}>`,
  };
};
