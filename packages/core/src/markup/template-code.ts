/** Longest FreeMarker tag that is looked for. */
const MAX_TAG_UNITS = 1000;
const FREEMARKER = /^<\/?[#@][A-Za-z]/;
const OUTPUT = /^(?:\{\{|<(?:%[=-]|\?=|\?php\s+(?:echo|print)\b))/;

/** Reads template code that begins with `<` at a place: after its end, or -1. */
export type TemplateReader = (start: number) => number;

/**
 * Reads the code of templates in HTML and XML: `<% … %>` of ERB, EJS, ASP and JSP, and the tags and
 * comments of FreeMarker (`<#if x>`, `<@macro/>`, `<#-- … -->`). Asked with growing positions, the
 * whole takes linear time.
 */
export const templateReader = (source: string): TemplateReader => {
  const missing = new Set<string>();
  const until = (close: string, from: number): number => {
    if (missing.has(close)) return -1;
    const at = source.indexOf(close, from);
    if (at < 0) missing.add(close);
    return at < 0 ? -1 : at + close.length;
  };
  return (start) => {
    const next = source[start + 1];
    if (next === '%') return until('%>', start + 2);
    if (next !== '#' && next !== '@' && next !== '/') return -1;
    if (source.startsWith('<#--', start)) return until('-->', start + 4);
    if (!FREEMARKER.test(source.slice(start, start + 4))) return -1;
    return endOfTag(source, start);
  };
};

/** After the `>` that is in no quotes and no brackets; -1 where there is none. */
const endOfTag = (source: string, start: number): number => {
  const limit = Math.min(source.length, start + MAX_TAG_UNITS);
  let depth = 0;
  for (let index = start + 1; index < limit; index++) {
    const sign = source[index];
    if (sign === '"' || sign === "'") {
      const close = source.indexOf(sign, index + 1);
      if (close < 0 || close >= limit) return -1;
      index = close;
    } else if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === '<') return -1;
    else if (sign === '>' && depth <= 0) return index + 1;
  }
  return -1;
};

/** Code in braces is looked for this far on both sides of a `<`. */
const MAX_BRACES_UNITS = 500;
const BRACES = { '{%': '%}', '{{': '}}' } as const;
const TAG = /^<\/?[A-Za-z][^<>]*>/;

/** Finds the code in braces around a `<`, but not before a place; undefined where there is none. */
export type BracesReader = (
  from: number,
  sign: number,
) => { readonly start: number; readonly end: number } | undefined;

/** Reads `{% if a<b %}` and `{{ a<b }}` of Jinja, Twig, Liquid and others, where `<b` is no tag. */
export const bracesReader = (source: string): BracesReader => {
  const openers = (['{%', '{{'] as const).filter((opener) => source.includes(opener));
  return (from, sign) => {
    for (const opener of openers) {
      const least = Math.max(from, sign - MAX_BRACES_UNITS);
      const start = least + source.slice(least, sign).lastIndexOf(opener);
      if (start < least) continue;
      const close = BRACES[opener];
      if (source.slice(start, sign).includes(close)) continue;
      const rest = source.slice(sign, sign + MAX_BRACES_UNITS);
      const length = rest.indexOf(close);
      // In `{{ <b>name</b> }}` there are tags.
      if (length < 0 || (opener === '{{' && TAG.test(rest.slice(0, length)))) continue;
      return { start, end: sign + length + close.length };
    }
    return undefined;
  };
};

/** Whether template code or an instruction writes something, and so stands for words. */
export const writesText = (code: string): boolean => OUTPUT.test(code);
