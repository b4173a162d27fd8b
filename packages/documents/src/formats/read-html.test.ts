import { describe, expect, it } from 'vitest';
import { notationsOf, utf8 } from '../conformance/notation.js';
import { readDocument } from '../read-document.js';

const unitsOf = async (html: string): Promise<readonly string[]> =>
  notationsOf((await readDocument(utf8(html), { format: 'html' })).units);

const KEPT = ['translate="no"', 'translate="false"', 'translatable="false"', 'its:translate="no"'];

describe('what an HTML file asks to leave', () => {
  it.each([...KEPT, 'class="x notranslate"'])('stays with %s', async (attribute) => {
    expect(await unitsOf(`<p>One</p><p ${attribute} title="Two">Three</p>`)).toEqual(['One']);
    const [unit] = (
      await readDocument(utf8(`<p>Go <b ${attribute}>Home</b> now</p>`), { format: 'html' })
    ).units;
    expect(unit).toMatchObject({ text: 'Go Home now', codes: [{ kind: 'kept', length: 4 }] });
  });

  it('is translated where it asks for that inside', async () => {
    const inside = '<div translate="no">A<p translate="yes">Two</p>B<i translate>Three</i>C</div>';
    expect(await unitsOf(`<p>One</p>${inside}<p>Four</p>`)).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
    ]);
    expect(await unitsOf('<p>Press <code translate="yes">Enter</code></p>')).toEqual([
      'Press <g id="1">Enter</g>',
    ]);
    const crossed = '<div translate="no">A<p translate="yes">Two</div><p>Three</p>';
    expect(await unitsOf(crossed)).toEqual(['Two', 'Three']);
    const beyond = '<i translate="no">A<b translate="yes">Two <code>x</b></i> <p>y</code>';
    expect(await unitsOf(`${beyond}<p>Three</p>`)).toEqual(['Two <n id="1">x y</n>', 'Three']);
    const deep = '<p translate="no">N<p translate="yes">Y'.repeat(3);
    expect(await unitsOf(deep + '</p></p>'.repeat(3))).toEqual(['Y', 'Y', 'Y']);
  });

  it('has formulas as words', async () => {
    const html = '<p>Take <math><mi>x</mi></math> away</p>';
    const [unit] = (await readDocument(utf8(html), { format: 'html' })).units;
    expect(unit).toMatchObject({ text: 'Take x away', codes: [{ kind: 'kept', length: 1 }] });
  });
});

it('a paragraph has more spans than a call may have arguments', async () => {
  const spans = '<span class="w">a </span>'.repeat(130_000);
  expect(await unitsOf(`<p>${spans}</p>`)).toEqual(['a '.repeat(130_000).trim()]);
});
