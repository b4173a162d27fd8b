import type { Command } from 'commander';
import { CatalogueError } from '../../catalogue/catalogue-error.js';
import { modelsDirectoryOf, scanModels } from '../../catalogue/local/models-directory.js';
import { modelLanguage, readPair, showPair } from '../../catalogue/model-language.js';
import type { ModelSet } from '../../catalogue/remote/model-sets.js';
import { CATALOGUE_LICENSE, modelTypeOf } from '../../catalogue/remote/set-metadata.js';
import { showSize } from '../../catalogue/show-size.js';
import { configurationOf } from '../common/configuration-of.js';
import { print, remark, showModelType, showTable } from '../common/output.js';
import { untilInterrupted } from '../common/until-interrupted.js';
import { configuredCatalogue } from './models-catalogue.js';

/** Whether a set is of the language or pair `name`. @throws CatalogueError `invalid` */
const isOf = ({ pair }: ModelSet, name: string): boolean => {
  const wanted = readPair(name);
  if (wanted) return showPair(wanted) === showPair(pair);
  const language = modelLanguage(name);
  if (language === undefined) {
    throw new CatalogueError('invalid', `"${name}" is neither a language nor a pair like en-de.`);
  }
  return language === pair.source || language === pair.target;
};

const asJson = (set: ModelSet, installed: ReadonlySet<string>) => ({
  id: set.id,
  ...set.pair,
  architecture: set.architecture,
  model_type: modelTypeOf(set.architecture),
  version: set.version,
  download_bytes: set.downloadBytes,
  unpacked_bytes: set.unpackedBytes,
  license: CATALOGUE_LICENSE,
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
  CATALOGUE_LICENSE,
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
    const catalogue = await configuredCatalogue(configuration, signal);
    const { models } = await scanModels(modelsDirectoryOf(configuration));
    const installed = new Set(models.map((model) => model.id));
    // Every name is checked, so that a wrong one is an error even if another matched.
    const sets = catalogue.sets.filter(
      (set) => names.length === 0 || names.map((name) => isOf(set, name)).includes(true),
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
