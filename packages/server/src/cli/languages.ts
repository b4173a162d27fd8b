import type { Command } from 'commander';
import {
  type AddableLanguage,
  addableLanguages,
  servedTags,
} from '../catalogue/addable-languages.js';
import { knownLanguages } from '../catalogue/known-languages.js';
import { showSize } from '../catalogue/show-size.js';
import type { ListedLanguage } from '../features/translate/commands/backend.js';
import { openBackend } from '../features/translate/commands/open-backend.js';
import { configurationOf } from './configuration-of.js';
import { print } from './output.js';
import { type PackagedLanguage, packagedLanguages } from './packaged-languages.js';
import { chosenServer } from './server-access.js';
import { untilInterrupted } from './until-interrupted.js';

/** `dragoman languages`: lists the languages that can be translated now, and those that can be added. */
export const listLanguages = (
  options: { readonly server?: string; readonly json?: boolean },
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const backend = await openBackend(command, chosenServer(options), signal);
    try {
      const { sources, targets } = await backend.languages(signal);
      const served = servedTags({ sources, targets });
      const { asOf, languages: published } = knownLanguages(configurationOf(command));
      const addable = addableLanguages(served, published);
      const packaged = packagedLanguages(served, published);
      if (options.json) {
        print(
          JSON.stringify(
            {
              source: sources.map(toJson),
              target: targets.map(toJson),
              addable: addable.map(addableToJson),
              packaged: packaged.map(packagedToJson),
            },
            null,
            2,
          ),
        );
      } else {
        print(['From:', ...sources.map(toLine), 'Into:', ...targets.map(toLine)].join('\n'));
        for (const [heading, isBetter] of HEADINGS) {
          const lines = addable.filter((one) => one.isBetter === isBetter).map(addableToLine);
          if (lines.length > 0) print([heading, ...lines].join('\n'));
        }
        if (packaged.length > 0) {
          print([PACKAGED_HEADING, ...packaged.map(packagedToLine)].join('\n'));
        }
        print(catalogueHint(asOf));
      }
    } finally {
      await backend.close();
    }
  });

const toLine = ({ code, name }: ListedLanguage): string => `  ${code.padEnd(8)}${name}`;

/** In the form of `GET /v2/languages`. */
const toJson = ({ code, name, supportsFormality }: ListedLanguage) => ({
  language: code,
  name,
  supports_formality: supportsFormality,
});

const HEADINGS = [
  ['Can be added:', false],
  ['Better models can be added for:', true],
] as const;

const addableToLine = ({
  tag,
  name,
  command,
  directions,
  estimatedBytes,
}: AddableLanguage): string =>
  `  ${tag.padEnd(8)}${name.padEnd(22)}${command}   (about ${showSize(estimatedBytes)}${directions === 'both' ? '' : `, only ${directions}`})`;

const PACKAGED_HEADING = 'Can be added as rule-based pairs, with packages of Debian:';

const catalogueHint = (asOf: string): string =>
  `Models as of ${asOf}; to ask the catalogue for all: npx dragoman models available`;

const packagedToLine = ({ tag, name, command }: PackagedLanguage): string =>
  `  ${tag.padEnd(8)}${name.padEnd(22)}${command}`;

const packagedToJson = ({ code, name, command }: PackagedLanguage) => ({
  language: code,
  name,
  command,
});

const addableToJson = (language: AddableLanguage) => ({
  language: language.code,
  name: language.name,
  directions: language.directions.replace(' ', '_').toLowerCase(),
  estimated_download_bytes: language.estimatedBytes,
  better: language.isBetter,
  command: language.command,
});
