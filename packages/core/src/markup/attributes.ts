// The lookbehind keeps long white space linear.
const ATTRIBUTE =
  /(?<![\t\n\f\r /])[\t\n\f\r /]+([^\t\n\f\r />=]+)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]*)))?/g;
const NOTRANSLATE = /(?:^|\s)notranslate(?:\s|$)/;

/**
 * Whether a tag asks for its content to be translated or left, by `translate="yes|no"` (also as
 * `its:translate`), `translatable="false"` or the class `notranslate`; undefined when it is silent.
 * https://html.spec.whatwg.org/multipage/dom.html#attr-translate, https://www.w3.org/TR/its20/
 */
export const translateWish = (tag: string): boolean | undefined => {
  // Most tags are silent; reading all their attributes takes ten times as long.
  if (!/transla/i.test(tag)) return undefined;
  let wish: boolean | undefined;
  for (const [, name = '', double, single, bare] of tag.matchAll(ATTRIBUTE)) {
    const value = (double ?? single ?? bare ?? '').trim().toLowerCase();
    switch (name.toLowerCase()) {
      case 'class':
        if (NOTRANSLATE.test(value)) return false;
        break;
      case 'translate':
      case 'its:translate':
      case 'translatable':
        if (value === 'no' || value === 'false') return false;
        if (value === 'yes' || value === 'true' || value === '') wish = true;
        break;
    }
  }
  return wish;
};
