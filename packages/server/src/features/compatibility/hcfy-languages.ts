import { LANGUAGES, type LanguageTag, toTag } from '@dragoman/contract';

/** Where the extension's names are not the usual Chinese ones. */
const OWN_NAMES: readonly (readonly [name: string, tag: LanguageTag])[] = [
  ['中文(简体)', 'zh-Hans'],
  ['中文(繁体)', 'zh-Hant'],
  ['挪威语', 'nb'],
];

const chineseNames = new Intl.DisplayNames(['zh-Hans'], { type: 'language' });

const tagByName: ReadonlyMap<string, LanguageTag> = new Map([
  ...LANGUAGES.map(({ code }) => toTag(code)).map(
    (tag) => [chineseNames.of(tag) ?? tag, tag] as const,
  ),
  ...OWN_NAMES,
]);

const nameByTag: ReadonlyMap<LanguageTag, string> = new Map([
  ...[...tagByName].map(([name, tag]) => [tag, name] as const),
  ['zh', '中文(简体)'],
]);

/** The extension names languages in Chinese. Everything else is treated as a code. */
export const codeOfName = (name: unknown): unknown =>
  typeof name === 'string' ? (tagByName.get(name) ?? name) : name;

/** The Chinese name of a language, or its tag if there is none. */
export const nameOfLanguage = (tag: LanguageTag): string => nameByTag.get(tag) ?? tag;
