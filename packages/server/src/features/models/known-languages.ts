import { statSync } from 'node:fs';
import { join } from 'node:path';
import { findLanguage, type LanguageTag, toWireCode } from '@dragoman/contract';
import * as z from 'zod';
import type { Configuration } from '../../configuration/settings.js';
import { makeFolder, readBoundedFile, replaceFile } from '../../platform/files.js';
import {
  PUBLISHED_AS_OF,
  PUBLISHED_LANGUAGES,
  type PublishedLanguage,
} from './published-languages.js';
import type { Catalogue } from './remote/model-sets.js';
import { PIVOT } from './wanted-models.js';

/** The languages with published models, as far as known without asking anybody. */
interface KnownLanguages {
  /** When this was known: `October 2025`, `2026-03-31`. */
  readonly asOf: string;
  readonly languages: readonly PublishedLanguage[];
}

type CatalogueSettings = Pick<Configuration, 'dataDirectory' | 'catalogueUrl'>;

const MAX_FILE_BYTES = 256 * 1024;

const SCHEMA = z.object({
  catalogueUrl: z.string(),
  asOf: z.string().max(40),
  languages: z.array(
    z.object({
      tag: z.string().refine((tag) => findLanguage(toWireCode(tag)) !== undefined),
      directions: z.enum(['both', 'into English', 'from English']),
      estimatedBytes: z.int().nonnegative(),
    }),
  ),
});

const fileOf = ({ dataDirectory }: CatalogueSettings): string =>
  join(dataDirectory, 'catalogue-languages.json');

const TABLE: KnownLanguages = { asOf: PUBLISHED_AS_OF, languages: PUBLISHED_LANGUAGES };

/** What was read last. A server is asked with every request for a language that it does not have. */
let last: { readonly version: string; readonly known: KnownLanguages } | undefined;

/**
 * What the configured catalogue had when it was last asked; the table of the program if it never
 * was.
 */
export const knownLanguages = (settings: CatalogueSettings): KnownLanguages => {
  const version = versionOf(settings);
  if (version === undefined) return TABLE;
  if (last?.version !== version) last = { version, known: readLanguages(settings) };
  return last.known;
};

/** What changes with the file; undefined where there is none that can be read. */
const versionOf = (settings: CatalogueSettings): string | undefined => {
  const path = fileOf(settings);
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return [settings.catalogueUrl, path, ino, size, mtimeNs].join(' ');
  } catch {
    return undefined;
  }
};

const readLanguages = (settings: CatalogueSettings): KnownLanguages => {
  const file = readBoundedFile(fileOf(settings), MAX_FILE_BYTES);
  if ('code' in file) return TABLE;
  try {
    const { catalogueUrl, ...known } = SCHEMA.parse(JSON.parse(file.text));
    return catalogueUrl === settings.catalogueUrl ? known : TABLE;
  } catch {
    // It was written by another version, or by hand.
    return TABLE;
  }
};

/**
 * Keeps what the catalogue answered for {@link knownLanguages}. Where that cannot be written, the
 * answer is used only once.
 */
export const rememberLanguages = async (
  settings: CatalogueSettings,
  catalogue: Catalogue,
): Promise<void> => {
  const path = fileOf(settings);
  const content = {
    catalogueUrl: settings.catalogueUrl,
    asOf: new Date().toISOString().slice(0, 10),
    languages: languagesOf(catalogue),
  };
  try {
    makeFolder(settings.dataDirectory, 0o700);
    await replaceFile(path, `${JSON.stringify(content, null, 2)}\n`);
  } catch {
    // Models that are pulled into another folder need no data folder.
  }
};

/** The languages of a catalogue that the service knows, with what a pull would download. */
const languagesOf = ({ sets }: Catalogue): readonly PublishedLanguage[] => {
  const bytesByTag = new Map<LanguageTag, { fromEnglish?: number; intoEnglish?: number }>();
  for (const { pair, isForDesktop, downloadBytes } of sets) {
    const isFrom = pair.source === PIVOT;
    if (!isForDesktop || isFrom === (pair.target === PIVOT)) continue;
    const tag = isFrom ? pair.target : pair.source;
    const bytes = bytesByTag.get(tag) ?? {};
    // The best architecture is first.
    if (isFrom) bytes.fromEnglish ??= downloadBytes;
    else bytes.intoEnglish ??= downloadBytes;
    bytesByTag.set(tag, bytes);
  }
  return [...bytesByTag]
    .filter(([tag]) => findLanguage(toWireCode(tag)) !== undefined)
    .map(([tag, { fromEnglish, intoEnglish }]) => ({
      tag,
      directions:
        intoEnglish === undefined
          ? 'from English'
          : fromEnglish === undefined
            ? 'into English'
            : 'both',
      estimatedBytes: (fromEnglish ?? 0) + (intoEnglish ?? 0),
    }));
};
