import { describe, expect, it } from 'vitest';
import { inCapitals } from '../conformance/in-capitals.js';

const resources = (text: string): string =>
  `<resources><string name="a">${text}</string></resources>`;

describe('an Android string', () => {
  it.each([
    ['"  Spaces are kept  "', 'Spaces are kept', '"  SPACES ARE KEPT  "'],
    ['\n  "It\'s \\"one\\" &amp; two"\n', `It's "one" & two`, `\n  "IT\\'S \\"ONE\\" &amp; TWO"\n`],
    ['"@name"', '@name', '"@NAME"'],
    ['\\u0020one \\u0020two\\u0020', 'one  two', '\\u0020ONE\\u0020 TWO\\u0020'],
    ['\n  one "  " two\n', 'one    two', ' ONE\\u0020\\u0020\\u0020 TWO '],
  ])('keeps its spaces: %j', async (source, unit, written) => {
    const result = await inCapitals(resources(source), 'android');
    expect(result.units).toEqual([unit]);
    expect(result.written).toBe(resources(written));
  });

  it.each([
    [`<![CDATA[Read <a href="x">it\\'s</a>]]>`, `<![CDATA[READ <A HREF="X">IT\\'S</A>]]>`],
    ['<![CDATA[Read <a href=\\"x\\">it</a>]]>', '<![CDATA[READ <A HREF=\\"X\\">IT</A>]]>'],
    ['<![CDATA[one ]]]]><![CDATA[> two]]>', '<![CDATA[ONE ]]]]><![CDATA[> TWO]]>'],
  ])('stays in its CDATA: %j', async (source, written) => {
    expect((await inCapitals(resources(source), 'android')).written).toBe(resources(written));
  });
});
