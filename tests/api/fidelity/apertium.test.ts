import { existsSync } from 'node:fs';
import { silentLogger } from '@dragoman/core';
import { createApertiumEngine } from '@dragoman/engines/apertium';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translateWith } from './translate-text.js';

const ES_CA = { tag_handling: 'html', source_lang: 'ES', target_lang: 'CA' };
const HTML = { tag_handling: 'html' };
const XML = { tag_handling: 'xml' };

const hasApertium = existsSync('/usr/share/apertium/modes');

describe.runIf(hasApertium)('markup with Apertium', () => {
  const engine = createApertiumEngine({ log: silentLogger });
  const translate = translateWith(engine);

  beforeAll(() => engine.start());
  afterAll(() => engine.stop());

  it.each([
    ['The <b>red</b> house.', 'La casa <b>roja</b>.', HTML],
    ['The <i>very <b>red</b></i> house.', 'La casa <i>muy <b>roja</b></i>.', HTML],
    [
      '<p>The <b>red</b> house is <a href="x?a=1&amp;b=2">very beautiful</a>.</p>',
      '<p>La casa <b>roja</b> es <a href="x?a=1&amp;b=2">muy bella</a>.</p>',
      HTML,
    ],
    ['My house.\r\n<p>My\n   dog.</p>\r\n', 'Mi casa.\r\n<p>Mi\n   perro.</p>\r\n', HTML],
    ['He said “this is <b>my</b> house”.', 'Dijo que «esto es <b>mi</b> casa».', HTML],
    ['My dog<sup>1</sup> is here.', 'Mi perro<sup>1</sup> es aquí.', HTML],
    ['My <!-- dear --> dog &amp; my house.', 'Mi <!-- dear --> perro &amp; mi casa.', HTML],
    ['<d><p>My <g id="1">dog</g></p></d>', '<d><p>Mi <g id="1">perro</g></p></d>', XML],
    ['The <b> red </b> house.', 'La casa <b> roja</b>.', HTML],
    ['go <em><b>**</b><u>kw</u></em>', 'va <em><b>**</b><u>kw</u></em>', HTML],
    ['the <em><b>=</b><u>dog</u></em> cat', 'el gato de <em><b>=</b><u>perro</u></em>', HTML],
    ['La casa <b>roja</b>.', 'La casa <b>vermella</b>.', ES_CA],
    ['<li>Mi perro<li>Mi <i>casa</i>', '<li>El meu gos<li>La meva <i>casa</i>', ES_CA],
  ])('%s becomes %s', async (source, expected, options) => {
    expect(await translate(source, options)).toBe(expected);
  });

  it.each([
    ['<p>I saw <img src=a> the big <b>black <img src=b> dog</b> yesterday.</p>', HTML],
    [
      '<p>Use the <code>getName()</code> function to read <em>the <i>first</i> name</em>.</p>',
      HTML,
    ],
    ['<p>See <b>the first one. Then the</b> second one.</p>', HTML],
    ['<p>Un<b>believ</b>able, <b>!</b> really <i> </i> good</p>', HTML],
    ['<b>One <i>red</b> house</i> and <u>two <s>green</u> ones</s> are here', HTML],
    ['<p>She <b>gave</b> <i>him</i> <u>the</u> <s>book</s> <q>yesterday</q>.</p>', HTML],
    ['<s>Press <ui>Save</ui><ph id="1"/> or <ui>Cancel</ui><ph id="2"/> now.</s>', XML],
  ])('the tags of %s are all there', async (source, options) => {
    const answer = await translate(source, options);
    const tagsOf = (text: string) => (text.match(/<[^>]*>/g) ?? []).sort();
    expect(answer).not.toBe(source);
    expect(tagsOf(answer)).toEqual(tagsOf(source));
  });
});
