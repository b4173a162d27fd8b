// `npm run structure`: the import rules of `.dependency-cruiser.cjs`.
import { cruise, format } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { ROOT } from './setup.mjs';

process.chdir(ROOT);
const { output: result } = await cruise(
  ['packages/*/src'],
  await extractOptions('./.dependency-cruiser.cjs'),
);
const { output: report, exitCode } = await format(result, { outputType: 'err' });
console.log(report);
process.exitCode = exitCode > 0 ? 1 : 0;
