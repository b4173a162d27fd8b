import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../report/files.mjs';

/** What the Apertium pairs that `npm start` installs translate from. */
const OF_APERTIUM = 'ca es en fr it pt gl oc ro eo an sv da nb is'.split(' ');

/** What the models in this repository translate from. */
const ofModels = () =>
  readdirSync(join(ROOT, 'models')).flatMap((id) =>
    JSON.parse(readFileSync(join(ROOT, 'models', id, 'metadata.json'), 'utf8')).pairs.map(
      ({ source }) => source,
    ),
  );

/** The languages that a new installation translates from. */
export const DEFAULT_INSTALL = [...new Set([...OF_APERTIUM, ...ofModels()])];
