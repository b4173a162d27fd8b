import { toTag } from '@dragoman/contract';
import type { Command } from 'commander';
import {
  type AddableLanguage,
  addableLanguages,
  type ServedTags,
} from '../catalogue/languages/addable-languages.js';
import { showSize } from '../catalogue/show-size.js';
import { print } from './common/output.js';
import { chosenServer } from './common/server-access.js';
import { untilInterrupted } from './common/until-interrupted.js';
import type { ListedLanguage, ListedLanguages } from './translation/backend.js';
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
      const addable = addableLanguages(servedBy({ sources, targets }));
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

/** A server lists codes; what only starter models or rules serve can be improved. */
const servedBy = ({ sources, targets }: ListedLanguages): ServedTags => ({
  sources: new Set(tagsOf(sources)),
  targets: new Set(tagsOf(targets)),
  poorSources: new Set(tagsOf(sources.filter(isPoor))),
  poorTargets: new Set(tagsOf(targets.filter(isPoor))),
});

const isPoor = ({ isStarter, isRuleBased }: ListedLanguage): boolean =>
  isStarter === true || isRuleBased === true;

const tagsOf = (languages: readonly ListedLanguage[]): readonly string[] =>
  languages.map(({ code }) => toTag(code));

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
