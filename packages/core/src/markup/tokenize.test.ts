import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarkupSyntax } from './token.js';
import { tokenize } from './tokenize.js';

const show = (source: string, syntax: MarkupSyntax): readonly string[] =>
  tokenize(source, syntax).map(({ kind, start, end }) => `${kind} ${source.slice(start, end)}`);

describe('tokens', () => {
  const part = fc.constantFrom(
    '<',
    '>',
    '</',
    '/>',
    '<b',
    '<b>',
    '&',
    '"',
    "'",
    '=',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<script>',
    '</script>',
    '<title>',
    '<?x',
    '?>',
    '<!DOCTYPE d [',
    ']',
    'a',
    ' ',
    '\u00e4',
    '{%',
    '%}',
    '{{',
    '}}',
  );

  it.each<MarkupSyntax>(['html', 'xml'])('of %s put together are the document', (syntax) => {
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const source = parts.join('');
        const tokens = tokenize(source, syntax);
        expect(tokens.map(({ start, end }) => source.slice(start, end)).join('')).toBe(source);
        for (const [index, { start, end }] of tokens.entries()) {
          expect(start).toBe(tokens[index - 1]?.end ?? 0);
          expect(end).toBeGreaterThan(start);
        }
      }),
    );
  });

  it.each<readonly [string, readonly string[]]>([
    ['<p>One</p>', ['open <p>', 'text One', 'close </p>']],
    ['<br><BR/>', ['empty <br>', 'empty <BR/>']],
    ['<a title="a > b">', ['open <a title="a > b">']],
    ['<a href=/x/>', ['open <a href=/x/>']],
    ['<p <b>x', ['open <p <b>', 'text x']],
    ['<script>a<b</script>', ['open <script>', 'raw a<b', 'close </script>']],
    ['<SCRIPT>x</Script >', ['open <SCRIPT>', 'raw x', 'close </Script >']],
    ['<script>x</scripty>', ['open <script>', 'raw x</scripty>']],
    ['<title>a<b></title>', ['open <title>', 'text a<b>', 'close </title>']],
    ['<!-- a --!>b', ['other <!-- a --!>', 'text b']],
    ['<!-->b', ['other <!-->', 'text b']],
    ['<!--->b', ['other <!--->', 'text b']],
    ['a <!-- b', ['text a ', 'raw <!-- b']],
    ['a </ b>c', ['text a ', 'other </ b>', 'text c']],
    ['1 < 2', ['text 1 < 2']],
    ['<3', ['text <3']],
    ['a <b', ['text a ', 'raw <b']],
    ['<?x a?>b', ['other <?x a?>', 'text b']],
    ['{% if a<b %}c', ['other {% if a<b %}', 'text c']],
    ['x {%- if a<b and c>d -%}y', ['text x ', 'other {%- if a<b and c>d -%}', 'text y']],
    ['{{ a<b }}', ['other {{ a<b }}']],
    ['{{ <b>a</b> }}', ['text {{ ', 'open <b>', 'text a', 'close </b>', 'text  }}']],
    ['{% x %}<b>', ['text {% x %}', 'open <b>']],
    ['{% <b>', ['text {% ', 'open <b>']],
    ['<?php "a>b" ?>c', ['other <?php "a>b" ?>', 'text c']],
  ])('HTML %s', (source, expected) => {
    expect(show(source, 'html')).toEqual(expected);
  });

  it.each<readonly [string, readonly string[]]>([
    ['<a/>', ['empty <a/>']],
    ['<a b="/">', ['open <a b="/">']],
    ['<br>', ['open <br>']],
    ['<script>a</script>', ['open <script>', 'text a', 'close </script>']],
    ['<![CDATA[<b>]]>x', ['other <![CDATA[<b>]]>', 'text x']],
    ['<!DOCTYPE d [<!ENTITY e ">">]>x', ['other <!DOCTYPE d [<!ENTITY e ">">]>', 'text x']],
    ['<?x a > b?>c', ['other <?x a > b?>', 'text c']],
    ['{% if a<b %}c', ['other {% if a<b %}', 'text c']],
    ['a <b <c>', ['text a <b ', 'open <c>']],
    ['<a:b-c.d>', ['open <a:b-c.d>']],
  ])('XML %s', (source, expected) => {
    expect(show(source, 'xml')).toEqual(expected);
  });
});
