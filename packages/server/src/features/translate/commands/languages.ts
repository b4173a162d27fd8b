import { LANGUAGES, type LanguageTag, toTag, UNLISTED_LANGUAGES } from '@dragoman/contract';
import { debianPackagesFor } from '@dragoman/engines/apertium';
import type { Command } from 'commander';
import { configurationOf } from '../../../configuration/command-configuration.js';
import { untilInterrupted } from '../../../platform/cli/command.js';
import { print } from '../../../platform/cli/output.js';
import { chosenServer } from '../../../platform/cli/server-access.js';
import { formatFileSize } from '../../../platform/format-file-size.js';
import {
  type AddableLanguage,
  addableLanguages,
  type ServedTags,
  servedTags,
} from '../../models/addable-languages.js';
import { knownLanguages } from '../../models/known-languages.js';
import type { PublishedLanguage } from '../../models/published-languages.js';
import { type ListedLanguage, openBackend } from './translation-backend.js';

/** A language that only Debian's packages of Apertium bring. */
interface PackagedLanguage {
  readonly tag: LanguageTag;
  /** Upper-case base code. */
  readonly code: string;
  readonly name: string;
  /** The command that installs all of its pairs. */
  readonly command: string;
}

/**
 * What cannot be translated at all, has no published models, and is in a package of Debian; by name.
 * Languages with models are not listed, because the models are better.
 */
export const packagedLanguages = (
  { sources, targets }: ServedTags,
  published: readonly PublishedLanguage[],
): readonly PackagedLanguage[] =>
  [...LANGUAGES, ...UNLISTED_LANGUAGES]
    .flatMap(({ code, name }): readonly PackagedLanguage[] => {
      const tag = toTag(code);
      const packages = debianPackagesFor(tag);
      const isThere =
        sources.has(tag) || targets.has(tag) || published.some((one) => one.tag === tag);
      return isThere || packages.length === 0
        ? []
        : [{ tag, code, name, command: `apt-get install ${packages.join(' ')}` }];
    })
    .toSorted((left, right) => left.name.localeCompare(right.name, 'en'));

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
  `  ${tag.padEnd(8)}${name.padEnd(22)}${command}   (about ${formatFileSize(estimatedBytes)}${directions === 'both' ? '' : `, only ${directions}`})`;

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
