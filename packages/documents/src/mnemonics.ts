/** A text of an interface in which a sign marks the key that chooses it: `&File`, `E_xit`. */
interface Mnemonic {
  /** The text without its sign. */
  readonly text: string;
  /** Puts the sign into a translation. */
  readonly write: (translated: string) => string;
}

/** Longer texts are no labels. */
const MAX_UNITS = 120;

/** A key in brackets, as labels in Chinese, Japanese and Korean have it. */
const IN_BRACKETS = /[ \t]?\(([&_])(\p{L}|\p{N})\)/u;
/** A sign at the start of a word, or within one. `R&D` and `file_name` have none. */
const AMPERSAND = /(?<![\p{L}\p{N}&;=])&(?=\p{L})|(?<=\p{L})&(?=\p{Ll})/u;
const UNDERSCORE = /(?<![\p{L}\p{N}_])_(?=\p{L})|(?<=(?<!\p{L})\p{Lu}\p{Ll}{0,2})_(?=\p{Ll})/u;
const REFERENCE = /&[#\p{L}\p{N}]+;/u;

/** What no sign may stand in: placeholders, tags, addresses. */
const KEPT =
  /\{[^{}]*\}|%(?:\([^()]*\))?[-+#0-9.$]*[a-zA-Z@]|<[^<>]*>|\$\w+|\\.|\w+:\/\/\S+|\S+@\S+/g;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** @returns undefined for a text that has no such sign, or more than one */
export const readMnemonic = (text: string): Mnemonic | undefined => {
  if (text.length > MAX_UNITS || !/[&_]/.test(text)) return undefined;
  const bracketed = IN_BRACKETS.exec(text);
  if (bracketed) {
    const { index, 0: whole, 1: sign = '&', 2: key = '' } = bracketed;
    const rest = text.slice(0, index) + text.slice(index + whole.length);
    return { text: rest, write: (translated) => withSign(translated, sign, key) };
  }
  for (const [sign, pattern] of [
    ['&', AMPERSAND],
    ['_', UNDERSCORE],
  ] as const) {
    // A doubled sign stands for itself.
    const single = text.replaceAll(sign + sign, '\0\0');
    const at = pattern.exec(single)?.index;
    if (at === undefined || single.split(sign).length !== 2 || REFERENCE.test(single)) continue;
    const key = text.slice(at + 1, at + 1 + ((text.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1));
    const isDoubled = single !== text;
    const rest = single.slice(0, at) + single.slice(at + 1);
    return {
      text: rest.replaceAll('\0\0', sign),
      write: (translated) =>
        withSign(isDoubled ? translated.replaceAll(sign, sign + sign) : translated, sign, key),
    };
  }
  return undefined;
};

/** Marks the key in a label: where it begins a word, else where it stands, else the first letter. */
const withSign = (label: string, sign: string, key: string): string => {
  // A shortcut may follow behind a tab.
  const masked = label.replace(/\t[\s\S]*$/, '').replace(KEPT, (kept) => ' '.repeat(kept.length));
  const lower = masked.toLowerCase();
  const small = key.toLowerCase();
  if (UNSPACED.test(masked)) {
    const end = masked.replace(/[\s.…:：。]+$/u, '').length;
    return `${label.slice(0, end)}(${sign}${key.toUpperCase()})${label.slice(end)}`;
  }
  const starts = [...lower.matchAll(/(?<![\p{L}\p{N}\p{M}])\p{L}/gu)].map(({ index }) => index);
  const within = lower.length === masked.length ? lower.indexOf(small) : -1;
  const found = starts.find((start) => lower.startsWith(small, start));
  const at = found ?? (within >= 0 ? within : starts[0]);
  return at === undefined ? label : label.slice(0, at) + sign + label.slice(at);
};
