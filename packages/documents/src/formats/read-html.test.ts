import { describe, expect, it } from 'vitest';
import { inCapitals } from '../conformance/in-capitals.js';
import { notationsOf, utf8 } from '../conformance/notation.js';
import { readDocument } from '../read-document.js';

const paragraphsOf = async (html: string): Promise<readonly string[]> =>
  notationsOf((await readDocument(utf8(html), { format: 'html' })).paragraphs);

const KEPT = ['translate="no"', 'translate="false"', 'translatable="false"', 'its:translate="no"'];

describe('what an HTML file asks to leave', () => {
  it.each([...KEPT, 'class="x notranslate"'])('stays with %s', async (attribute) => {
    expect(await paragraphsOf(`<p>One</p><p ${attribute} title="Two">Three</p>`)).toEqual(['One']);
    const [paragraph] = (
      await readDocument(utf8(`<p>Go <b ${attribute}>Home</b> now</p>`), { format: 'html' })
    ).paragraphs;
    expect(paragraph).toMatchObject({ text: 'Go Home now', codes: [{ kind: 'kept', length: 4 }] });
  });

  it('is translated where it asks for that inside', async () => {
    const inside = '<div translate="no">A<p translate="yes">Two</p>B<i translate>Three</i>C</div>';
    expect(await paragraphsOf(`<p>One</p>${inside}<p>Four</p>`)).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
    ]);
    expect(await paragraphsOf('<p>Press <code translate="yes">Enter</code></p>')).toEqual([
      'Press <g id="1">Enter</g>',
    ]);
    const crossed = '<div translate="no">A<p translate="yes">Two</div><p>Three</p>';
    expect(await paragraphsOf(crossed)).toEqual(['Two', 'Three']);
    const beyond = '<i translate="no">A<b translate="yes">Two <code>x</b></i> <p>y</code>';
    expect(await paragraphsOf(`${beyond}<p>Three</p>`)).toEqual(['Two <n id="1">x y</n>', 'Three']);
    const deep = '<p translate="no">N<p translate="yes">Y'.repeat(3);
    expect(await paragraphsOf(deep + '</p></p>'.repeat(3))).toEqual(['Y', 'Y', 'Y']);
  });

  it('has formulas as words', async () => {
    const html = '<p>Take <math><mi>x</mi></math> away</p>';
    const [paragraph] = (await readDocument(utf8(html), { format: 'html' })).paragraphs;
    expect(paragraph).toMatchObject({ text: 'Take x away', codes: [{ kind: 'kept', length: 1 }] });
  });
});

describe('elements inside of a sentence', () => {
  it('are left alone where they say how a word is read', async () => {
    const html = '<p>Say <ruby>kanji<rp>(</rp><rt>reading</rt></ruby> now</p>';
    expect(await paragraphsOf(html)).toEqual(['Say <g id="1">kanji<x id="2"/><x id="3"/></g> now']);
  });

  it('may have any name', async () => {
    expect(await paragraphsOf('<p>Say <x-word>a</x-word> word</p>')).toEqual([
      'Say <g id="1">a</g> word',
    ]);
  });

  it('may be breaks in XHTML that have an end tag', async () => {
    const xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><p>One<br></br>two</p></html>';
    expect(await paragraphsOf(xhtml)).toEqual(['One<br id="1"/><x id="2"/>two']);
  });
});

it('a paragraph has more spans than a call may have arguments', async () => {
  const spans = '<span>a </span>'.repeat(130_000);
  expect(await paragraphsOf(`<p>${spans}</p>`)).toEqual(['a '.repeat(130_000).trim()]);
});

describe('a translated paragraph', () => {
  it.each([
    ['<p>a &raquo; b &copy; c&hellip;</p>', '<p>A &raquo; B &copy; C&hellip;</p>'],
    ['<p>2&#8209;year &times; b&nbsp;c</p>', '<p>2&#8209;YEAR &times; B&nbsp;C</p>'],
    ['<p>it&#39;s &lt;b&gt; &amp; &#160;c</p>', '<p>IT&#39;S &lt;B&gt; &amp; &#160;C</p>'],
    ['<p>one – two &ndash; three</p>', '<p>ONE – TWO – THREE</p>'],
    ['<p>&nosuch; &amp;copy; is © a</p>', '<p>&amp;NOSUCH; &amp;COPY; IS © A</p>'],
    ['<p title="a &hellip; b">c</p>', '<p title="A &hellip; B">C</p>'],
    ["<p title='a &quot;b&quot; c'>d</p>", '<p title="A &quot;B&quot; C">D</p>'],
  ])('has the references of its source: %s', async (source, written) => {
    expect((await inCapitals(source, 'html')).written).toBe(written);
  });

  it('leaves line breaks around its text', async () => {
    const form = '<form>\n<b>Name:</b> <input id="q">\r\n<input>\n<input>\n</form>';
    expect((await inCapitals(form, 'html')).written).toBe(form.replace('Name', 'NAME'));
  });
});

describe('links and labels side by side', () => {
  it.each([
    ['<nav><a>One</a> <a>Two</a></nav>', ['One', 'Two']],
    ['<p><a><b>One</b> x</a> <span><a>Two</a></span></p>', ['<g id="1">One</g> x', 'Two']],
    ['<form><label>One</label> <input>\n<label>Two</label> <input></form>', ['One', 'Two']],
    ['<b><a>One</a> | <a>Two</a></b>', ['One', 'Two']],
    ['<p>Read <a>one</a> and <a>two</a></p>', ['Read <g id="1">one</g> and <g id="2">two</g>']],
    ['<p><a>One</a> <b>two</b></p>', ['<g id="1">One</g> <g id="2">two</g>']],
    ['<p><a>One <a>Two</a></p>', ['One <g id="1">Two</g>']],
    ['<ul><li><a>One</a><li><a>Two</a></ul>', ['One', 'Two']],
  ])('are texts of their own: %s', async (html, units) => {
    const { units: found, written } = await inCapitals(html, 'html');
    expect(found).toEqual(units);
    expect(written.toLowerCase()).toBe(html.toLowerCase());
  });
});
