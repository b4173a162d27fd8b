import type { Edit } from '../model.js';
import type { PoEntry } from './po-entries.js';
import { encodePo, writePoField } from './po-text.js';

const SLAVIC = 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2';

/** Plural rules as the gettext manual and the Translation Project have them. */
const RULES: readonly (readonly [languages: string, count: number, rule: string])[] = [
  ['ja zh ko vi th id ms lo my dz bo jv su', 1, '0'],
  ['fr pt-BR oc wa mg ln ti fil', 2, 'n > 1'],
  ['ru uk be sr hr bs', 3, SLAVIC],
  ['pl', 3, 'n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2'],
  ['cs sk', 3, '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2'],
  ['lt', 3, 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2'],
  ['lv', 3, 'n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2'],
  ['ro', 3, 'n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2'],
  ['sl', 4, 'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3'],
  ['gd', 4, '(n==1 || n==11) ? 0 : (n==2 || n==12) ? 1 : (n > 2 && n < 20) ? 2 : 3'],
  ['cy', 4, '(n==1) ? 0 : (n==2) ? 1 : (n != 8 && n != 11) ? 2 : 3'],
  [
    'mt',
    4,
    'n==1 ? 0 : n==0 || (n%100 > 1 && n%100 < 11) ? 1 : (n%100 > 10 && n%100 < 20) ? 2 : 3',
  ],
  ['ga', 5, 'n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4'],
  ['ar', 6, 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5'],
];

const ruleOf = (language: string): { readonly count: number; readonly rule: string } => {
  const tags = [language.toLowerCase(), language.toLowerCase().split('-')[0] ?? ''];
  for (const tag of tags) {
    const found = RULES.find(([languages]) => languages.toLowerCase().split(' ').includes(tag));
    if (found) return { count: found[1], rule: found[2] };
  }
  return { count: 2, rule: 'n != 1' };
};

/** The value of the header `Plural-Forms`. @param language BCP 47 tag */
export const pluralFormsOf = (language: string): string => {
  const { count, rule } = ruleOf(language);
  return `nplurals=${count}; plural=(${rule});`;
};

/** How many forms a plural has: by the target language, or else by the header. */
export const pluralCount = (language: string | undefined, header: string): number => {
  if (language) return ruleOf(language).count;
  const count = Number(/nplurals\s*=\s*(\d)/.exec(header)?.[1] ?? 2);
  return Math.min(Math.max(count, 1), 6);
};

/** Sets language and plural forms in the header of a catalogue. */
export const localizePoHeader = (header: PoEntry, language: string): readonly Edit[] => {
  const [field] = header.strings;
  if (!field) return [];
  const set = (text: string, name: string, value: string): string => {
    const line = new RegExp(`^${name}:.*$`, 'm');
    if (line.test(text)) return text.replace(line, () => `${name}: ${value}`);
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${name}: ${value}\n`;
  };
  const named = set(field.text, 'Language', language.replace('-', '_'));
  const text = set(named, 'Plural-Forms', pluralFormsOf(language));
  if (text === field.text) return [];
  const { start, end, lineEnd } = field;
  return [{ start, end, text: writePoField('msgstr', encodePo(text), lineEnd) }];
};
