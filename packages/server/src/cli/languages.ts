import type { Command } from 'commander';
import {
  type AddableLanguage,
  addableLanguages,
  servedTags,
} from '../catalogue/languages/addable-languages.js';
import { showSize } from '../catalogue/show-size.js';
import { print } from './common/output.js';
import { chosenServer } from './common/server-access.js';
import { untilInterrupted } from './common/until-interrupted.js';
import type { ListedLanguage } from './translation/backend.js';
import { openBackend } from './translation/open-backend.js';

/** `dragoman languages`: lists the languages that can be translated now, and those that can be added. */
export const listLanguages = (
  options: { readonly server?: string; readonly json?: boolean },
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const backend = await openBackend(command, chosenServer(options), signal);
    try {
      const { sources, targets } = await backend.languages(signal);
      const addable = addableLanguages(servedTags({ sources, targets }));
      if (options.json) {
        print(
          JSON.stringify(
            {
              source: sources.map(toJson),
              target: targets.map(toJson),
              addable: addable.map(addableToJson),
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

const addableToJson = (language: AddableLanguage) => ({
  language: language.code,
  name: language.name,
  directions: language.directions.replace(' ', '_').toLowerCase(),
  estimated_download_bytes: language.estimatedBytes,
  better: language.isBetter,
  command: language.command,
});
