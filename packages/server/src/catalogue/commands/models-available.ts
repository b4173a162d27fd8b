import { showPair } from '@dragoman/contract';
import type { Command } from 'commander';
import { print, remark, showModelType, showTable } from '../../cli/output.js';
import { configurationOf } from '../../cli/server-access.js';
import { untilInterrupted } from '../../cli/until-interrupted.js';
import { CatalogueError } from '../catalogue-error.js';
import { configuredCatalogue } from '../configured-catalogue.js';
import { modelsDirectoryOf, scanModels } from '../local/models-directory.js';
import { MODEL_LICENSE } from '../published-languages.js';
import { type ModelSet, modelTypeOf } from '../remote/model-sets.js';
import { showSize } from '../show-size.js';
import { readWanted, type WantedModels } from '../wanted-models.js';

const isOf = ({ pair }: ModelSet, { directions }: WantedModels): boolean =>
  directions.flat().some((wanted) => showPair(wanted) === showPair(pair));

const asJson = (set: ModelSet, installed: ReadonlySet<string>) => ({
  id: set.id,
  ...set.pair,
  architecture: set.architecture,
  model_type: modelTypeOf(set.architecture),
  version: set.version,
  download_bytes: set.downloadBytes,
  unpacked_bytes: set.unpackedBytes,
  license: MODEL_LICENSE,
  for_desktop: set.isForDesktop,
  installed: installed.has(set.id),
});

const asRow = (set: ModelSet, installed: ReadonlySet<string>): readonly string[] => [
  showPair(set.pair),
  `${set.architecture}${set.isForDesktop ? '' : ' (small)'}`,
  showModelType(modelTypeOf(set.architecture)),
  set.version,
  showSize(set.downloadBytes),
  showSize(set.unpackedBytes),
  MODEL_LICENSE,
  installed.has(set.id) ? 'installed' : '',
];

const HEADINGS = ['Pair', 'Architecture', 'Kind', 'Version', 'Download', 'On disk', 'Licence', ''];

/** `dragoman models available` */
export const availableCommand = (
  names: readonly string[],
  { json }: { readonly json: boolean },
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const configuration = configurationOf(command);
    const wanted = names.map(readWanted);
    const catalogue = await configuredCatalogue(configuration, signal);
    const { models } = await scanModels(modelsDirectoryOf(configuration));
    const installed = new Set(models.map((model) => model.id));
    const sets = catalogue.sets.filter(
      (set) => wanted.length === 0 || wanted.some((one) => isOf(set, one)),
    );
    if (json) {
      const models = sets.map((set) => asJson(set, installed));
      print(JSON.stringify({ models, left_out: catalogue.leftOut }, null, 2));
      return;
    }
    for (const line of catalogue.leftOut) remark(`skipped: ${line}`);
    if (sets.length === 0)
      throw new CatalogueError('unknown', 'The catalogue has no matching model.');
    print(showTable([HEADINGS, ...sets.map((set) => asRow(set, installed))], [4, 5]).trimEnd());
  });
