import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isEastAsianLetter } from '../../../scripts.js';
import type { TypeStyle } from '../text/glyph-tables.js';

/** Where fonts are on Debian and most other systems. */
const FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', '/usr/share/fonts-droid-fallback'];
const MAX_FILES = 20_000;

let found: ReadonlyMap<string, string> | undefined;

/** Fonts of this machine by the names of their files. */
const fontFiles = (): ReadonlyMap<string, string> => {
  if (found) return found;
  const files = new Map<string, string>();
  for (const folder of FOLDERS) {
    for (const path of listFiles(folder)) {
      if (/\.(?:ttf|otf|ttc)$/i.test(path) && !files.has(basename(path)))
        files.set(basename(path), path);
    }
  }
  found = files;
  return files;
};

const listFiles = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .slice(0, MAX_FILES)
      .map((path) => join(folder, path));
  } catch {
    return [];
  }
};

/** A font of this machine: a file, or one of several in a file. */
export interface FontFile {
  readonly path: string;
  readonly index: number;
}

/** Scripts that the usual fonts lack, with what Noto calls them. */
const NOTO_SCRIPTS: readonly (readonly [RegExp, string])[] = [
  ['Arabic', 'Arabic'],
  ['Hebrew', 'Hebrew'],
  ['Devanagari', 'Devanagari'],
  ['Bengali', 'Bengali'],
  ['Tamil', 'Tamil'],
  ['Telugu', 'Telugu'],
  ['Kannada', 'Kannada'],
  ['Malayalam', 'Malayalam'],
  ['Gujarati', 'Gujarati'],
  ['Gurmukhi', 'Gurmukhi'],
  ['Sinhala', 'Sinhala'],
  ['Thai', 'Thai'],
  ['Lao', 'Lao'],
  ['Khmer', 'Khmer'],
  ['Myanmar', 'Myanmar'],
  ['Georgian', 'Georgian'],
  ['Armenian', 'Armenian'],
  ['Ethiopic', 'Ethiopic'],
].map(([script, name]) => [new RegExp(`\\p{Script=${script}}`, 'u'), name as string]);

/** Order of the languages in the collections of Noto CJK. */
const COLLECTION = ['ja', 'ko', 'zh', 'zh-Hant', 'zh-HK'];

const collectionIndex = (language: string): number => {
  if (/^zh-(?:Hant|TW)/i.test(language)) return 3;
  if (/^zh-HK/i.test(language)) return 4;
  return Math.max(0, COLLECTION.indexOf(language.slice(0, 2).toLowerCase()));
};

/** What a font is to look like, and the name of the one that it stands in for. */
interface WantedFont extends TypeStyle {
  readonly isNarrow: boolean;
  readonly name: string;
}

/** Fonts to look for a letter in, the most similar first. */
export const fontCandidates = (
  letter: string,
  style: WantedFont,
  language: string,
): readonly FontFile[] => {
  const files = fontFiles();
  const candidates: FontFile[] = [];
  for (const { name, index } of namesFor(letter, style, language)) {
    const path = files.get(name);
    if (path) candidates.push({ path, index });
  }
  return candidates;
};

/** Fonts of Windows, and those of Debian that have the same widths. */
const SAME_WIDTHS: readonly (readonly [RegExp, string])[] = [
  [/^calibri/i, 'Carlito'],
  [/^cambria/i, 'Caladea'],
  [/^georgia/i, 'Gelasio'],
];

/** The same font, of which the document has but some letters, or one that was made for it. */
const sameFont = (name: string, face: string): readonly string[] => {
  const bare = name.replace(/[^A-Za-z0-9-]/g, '');
  const names = [bare, `${bare}-Regular`];
  const other = SAME_WIDTHS.find(([pattern]) => pattern.test(name))?.[1];
  if (other !== undefined) names.push(`${other}-${face}`);
  return names.flatMap((each) => [`${each}.ttf`, `${each}.otf`]);
};

const namesFor = (
  letter: string,
  { family, isBold, isItalic, isNarrow, name }: WantedFont,
  language: string,
): readonly { readonly name: string; readonly index: number }[] => {
  const weight = isBold ? 'Bold' : 'Regular';
  const face = isBold ? (isItalic ? 'BoldItalic' : 'Bold') : isItalic ? 'Italic' : 'Regular';
  const single = (name: string) => ({ name, index: 0 });
  const noto = family === 'serif' ? ['Serif', 'Sans'] : ['Sans', 'Serif'];
  const liberation = { serif: 'Serif', sans: isNarrow ? 'SansNarrow' : 'Sans', mono: 'Mono' }[
    family
  ];
  const dejaVu = { serif: 'Serif', sans: 'Sans', mono: 'SansMono' }[family];
  const slanted = family === 'serif' ? face : face.replace('Italic', 'Oblique');
  const suffix = slanted === 'Regular' ? '' : `-${slanted}`;
  const boldSuffix = isBold ? '-Bold' : '';
  const usual = [
    `Liberation${liberation}-${face}.ttf`,
    ...(isNarrow ? [`LiberationSans-${face}.ttf`] : []),
    `DejaVu${dejaVu}${suffix}.ttf`,
    `DejaVu${dejaVu}${boldSuffix}.ttf`,
    `DejaVuSans${boldSuffix}.ttf`,
    ...noto.map((kind) => `Noto${kind}-${face}.ttf`),
    'NotoSansSymbols-Regular.ttf',
    'NotoSansSymbols2-Regular.ttf',
    'NotoSansMath-Regular.ttf',
  ].map(single);
  // One file without weights and slants, which has signs of most scripts of East Asia. The second
  // has Korean, too, but is not where programs look for fonts.
  const droid = ['DroidSansFallbackFull.ttf', 'DroidSansFallback.ttf'].map(single);
  if (isEastAsianLetter(letter)) {
    const index = collectionIndex(language);
    const collections = noto.flatMap((kind) =>
      [weight, 'Regular'].map((each) => ({ name: `Noto${kind}CJK-${each}.ttc`, index })),
    );
    return [...collections, ...droid, ...usual];
  }
  const script = NOTO_SCRIPTS.find(([pattern]) => pattern.test(letter))?.[1];
  const ofScript =
    script === undefined
      ? []
      : [
          ...(script === 'Arabic' && family === 'serif' ? [`NotoNaskhArabic-${weight}.ttf`] : []),
          ...noto.flatMap((kind) => [
            `Noto${kind}${script}-${weight}.ttf`,
            `Noto${kind}${script}-Regular.ttf`,
          ]),
          ...(script === 'Arabic' ? [`NotoNaskhArabic-${weight}.ttf`] : []),
        ].map(single);
  return [...sameFont(name, face).map(single), ...ofScript, ...usual, ...droid];
};

/** A letter of each script that a target language may be written in, and where its font comes from. */
const SAMPLES: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:zh|yue)\b/i, '的', 'fonts-droid-fallback or fonts-noto-cjk'],
  [/^ja\b/i, 'の', 'fonts-droid-fallback or fonts-noto-cjk'],
  [/^ko\b/i, '한', 'fonts-droid-fallback or fonts-noto-cjk'],
  [/^(?:ar|fa|ur|ps|ckb|ug|sd)\b/i, 'ب', 'fonts-dejavu-core or fonts-noto-core'],
  [/^(?:he|yi)\b/i, 'ב', 'fonts-dejavu-core or fonts-noto-core'],
  [/^(?:hi|mr|ne|sa)\b/i, 'क', 'fonts-noto-core'],
  [/^bn\b/i, 'ক', 'fonts-noto-core'],
  [/^ta\b/i, 'க', 'fonts-noto-core'],
  [/^te\b/i, 'క', 'fonts-noto-core'],
  [/^kn\b/i, 'ಕ', 'fonts-noto-core'],
  [/^ml\b/i, 'ക', 'fonts-noto-core'],
  [/^gu\b/i, 'ક', 'fonts-noto-core'],
  [/^pa\b/i, 'ਕ', 'fonts-noto-core'],
  [/^si\b/i, 'ක', 'fonts-noto-core'],
  [/^th\b/i, 'ก', 'fonts-noto-core'],
  [/^lo\b/i, 'ກ', 'fonts-noto-core'],
  [/^km\b/i, 'ក', 'fonts-noto-core'],
  [/^my\b/i, 'က', 'fonts-noto-core'],
  [/^ka\b/i, 'ა', 'fonts-dejavu-core or fonts-noto-core'],
  [/^hy\b/i, 'ա', 'fonts-dejavu-core or fonts-noto-core'],
  [/^(?:am|ti)\b/i, 'አ', 'fonts-noto-core'],
];

/** @returns a letter that a language cannot do without, and the package with a font for it */
export const sampleOf = (language: string): readonly [string, string] => {
  const [, letter, source] = SAMPLES.find(([pattern]) => pattern.test(language)) ?? [];
  return letter !== undefined && source !== undefined
    ? [letter, source]
    : ['a', 'fonts-liberation'];
};
