import { describe, expect, it } from 'vitest';
import { echo, engineThat, reverseWords, stuttering, sweeping, upperCase } from './engines.js';
import { markupOf, nestingOf } from './structure.js';
import { translateWith } from './translate-text.js';

const HTML = { tag_handling: 'html' };
const XML = { tag_handling: 'xml' };
const BY_LINES = { tag_handling: 'html', split_sentences: '1' };

/** What fuzzing (`bench/markup/fuzz.mjs`) has found; each was damaged once. */
const SEEDS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['<td></i>中文。</a><code><pre><span translate="no"><script>&nbsp;中文。', BY_LINES],
  ['中文。<x}<x2/><title><table> 中文。</sup>\n$ \u00ad<title>&<div>', XML],
  [" -->One. Two <code><!DOCTYPE html><br></i>'\t<td><x1><br/>中文。<“One", BY_LINES],
  ["word/<a class=notranslate>=<script><code></'<img src=x>{x1}</li>`<b>x</b>`", HTML],
  ['it\'s\n</span>&#65;<b><span translate="no">中文。\ufffc</table><?php </li><br>', BY_LINES],
  ['&#65;<a class=notranslate><x1></p>?></b>One. Two<sup><!--/</p>', XML],
  ['//<!DOCTYPE html>&#65;<span translate="no"><x2/><?php 中文。]]><pre>', HTML],
  [';&#x;<!DOCTYPE html><a class=notranslate></title>{name}</pre><p>', HTML],
  ['>3.5word<![CDATA["<b><x1>"]]><code><![CDATA[&#x;<sup>&copy?>\n</code></title> <li>', BY_LINES],
  ['”<x2/>&copy</title></<x/></script>\t&copy\n“</a><xfooBar\u0000\n<a<a<', XML],
];

describe('documents that were damaged once', () => {
  it.each(SEEDS)('%s', async (text, options) => {
    expect(await translateWith(engineThat(echo))(text, options)).toBe(text);
    const syntax = options.tag_handling === 'xml' ? 'xml' : 'html';
    const markup = markupOf(text, syntax);
    expect(markupOf(await translateWith(engineThat(upperCase))(text, options), syntax)).toEqual(
      markup,
    );
    for (const behaviour of [reverseWords, stuttering, sweeping]) {
      const answer = await translateWith(engineThat(behaviour))(text, options);
      expect(markupOf(answer, syntax).toSorted()).toEqual(markup.toSorted());
    }
  });
});

describe('signs written as references', () => {
  it('are written like that again, whatever sign it is', async () => {
    for (let code = 0x21; code < 0x7f; code++) {
      const text = `<p>word &#${code}; house</p>`;
      const sign = String.fromCharCode(code);
      const isText = /[\p{L}]/u.test(sign);
      const answer = await translateWith(engineThat(upperCase))(text, HTML);
      if (!isText) expect(answer).toBe(`<p>WORD &#${code}; HOUSE</p>`);
    }
  });
});

describe('tags that lay in others once', () => {
  it.each([
    '<b><i><u><code>x.y</code></u>one <a>one </a></i></b><s></s>',
    '<p>One <i>two</i> three <b>four. Five</b> six <u>seven</u>.</p>',
    '<section id="1"><b id="2">end! 😀 </b><code id="3">x.y</code>one </section>one ',
    '<p>go <em><b>**</b><u>kw</u></em></p>',
    '<p>the <em><b>=</b><u>dog</u></em> cat</p>',
    '<p>one <b>&amp;</b><kbd>k</kbd> two <a><img></a> three <i>, </i><u>four</u></p>',
  ])('%s', async (text) => {
    for (const behaviour of [reverseWords, sweeping]) {
      const answer = await translateWith(engineThat(behaviour))(text, HTML);
      expect(nestingOf(answer, 'html')).toEqual(nestingOf(text, 'html'));
    }
  });

  it('and signs in tags of their own, which stay in them', async () => {
    const text = '<p>call <em><b>**</b><u>all words</u></em> now</p>';
    const answer = await translateWith(engineThat(reverseWords))(text, HTML);
    expect(answer).toContain('<b>**</b>');
  });

  it('and a text that was protected elsewhere in the document', async () => {
    const text = '<r><u>text<g>Why? house</g></u><u><g>house house</g>text</u></r>';
    const answer = await translateWith(engineThat(reverseWords))(text, XML);
    expect(answer).toBe('<r><u>text<g>HOUSE Why?</g></u><u><g>HOUSE HOUSE</g>TEXT</u></r>');
  });
});

const SIZE = 131_072;
const filled = (part: string): string => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE);

describe('128 KiB of the same are an ordinary document', () => {
  // A pass that takes quadratic time over one of these takes minutes.
  const parts = [
    ...[
      '<a<a<a',
      '<b>',
      '<b>x',
      '<b>x</b>',
      '</b>',
      '<',
      '>',
      '&',
      '&x',
      '&amp;',
      '<!--',
      '<!---->',
    ],
    ...[
      '<![CDATA[',
      '<![CDATA[>',
      '<?php ',
      '<a translate b="',
      `<a x="'><a y='">`,
      '<script>',
      '<title>',
    ],
    ...[
      '<i translate=no><i translate=yes>x ',
      '<div>a ',
      '<li><b>a ',
      '<b><i>x</b></i> ',
      '<sup>1',
    ],
    ...[
      '<code>x</code> ',
      '&foo; ',
      'x<img>',
      '“a” ',
      '`<b>a</b>` ',
      '< ',
      ' ',
      '\ufffc',
      '{x1}<x1>',
    ],
    ...['<%', '<%=', '<% %>', '<#if ', '<#if x>', '<#--', '<a b="<%">', '<a <%', "'a", '(1+', ':a'],
  ];
  const cases = parts.flatMap((part) => [HTML, XML].map((options) => [part, options] as const));

  it.each(cases)('%j %j', async (part, options) => {
    const text = filled(part);
    const translate = translateWith(engineThat(echo));
    expect((await translate(text, options)) === text).toBe(true);
  });

  it('a tag with as much white space', async () => {
    const text = `<p translate${' '.repeat(SIZE)}>One</p>`;
    expect((await translateWith(engineThat(echo))(text, HTML)) === text).toBe(true);
  });
});
