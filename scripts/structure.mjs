// `npm run structure`: the import rules of `.dependency-cruiser.cjs`, and no exports
// whose name is in no other file.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cruise, format } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { ROOT } from './setup.mjs';

process.chdir(ROOT);

/** Others may import anything that these export. */
const PUBLISHED = /^packages\/(?:client|browser-proxy|contract)\//;
const SOURCE = /^packages\/[^/]+\/src\/.*(?<!\.test|\.d)\.ts$/;
const EXPORT =
  /^export (?:abstract )?(?:async function|function|const|let|class|interface|type) ([\w$]+)/gm;

/** Names that are exported from a source file and stand in no other file. */
const findUnusedExports = () => {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.mts', '*.mjs', '*.js', '*.md'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const texts = new Map(
    listed
      .trim()
      .split('\n')
      .filter((path) => existsSync(path))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
  const filesWith = new Map();
  for (const text of texts.values()) {
    for (const word of new Set(text.match(/[\w$]+/g))) {
      filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
    }
  }
  return [...texts].flatMap(([path, text]) =>
    SOURCE.test(path) && !PUBLISHED.test(path)
      ? [...text.matchAll(EXPORT)]
          .filter(([, name]) => filesWith.get(name) === 1)
          .map(([, name]) => `${path}: nobody imports ${name}`)
      : [],
  );
};

const { output: result } = await cruise(
  ['packages/*/src'],
  await extractOptions('./.dependency-cruiser.cjs'),
);
// Without a parser for TypeScript, it finds no files, and nothing wrong with them.
if (result.summary.totalCruised === 0) throw new Error('No source files were found.');
const { output: report, exitCode } = await format(result, { outputType: 'err' });
console.log(report);
const unused = findUnusedExports();
for (const line of unused) console.log(line);
process.exitCode = exitCode > 0 || unused.length > 0 ? 1 : 0;
