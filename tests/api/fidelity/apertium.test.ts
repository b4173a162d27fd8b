import { existsSync } from 'node:fs';
import { silentLogger } from '@dragoman/core';
import { createApertiumEngine } from '@dragoman/engines/apertium';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translateWith } from './translate-text.js';

const ES_CA = { tag_handling: 'html', source_lang: 'ES', target_lang: 'CA' };
const FR_ES = { source_lang: 'FR', target_lang: 'ES' };
const ES_EN = { source_lang: 'ES', target_lang: 'EN' };
const PLAIN_ES_CA = { source_lang: 'ES', target_lang: 'CA' };
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
    ['<td>[<a href="i.html">Index</a>]</td>', '<td>[<a href="i.html">Índice</a>]</td>', HTML],
    ['Press <b>[Enter]</b> now', 'Prensa <b>[Introduce]</b> ahora', {}],
    ['Press <b>[Enter]</b> now', 'Prensa <b>[Introduce]</b> ahora', HTML],
    ["The package might 'recommend' that.", "El envase podría 'recomendar' aquello.", {}],
    ['a ‘red’ house', 'una casa ‘roja’', {}],
    ["('Save') ['Delete']", "('Salva') ['Elimina']", {}],
    ['<p>a &#39;red&#39; house</p>', '<p>una casa &#39;roja&#39;</p>', HTML],
    [
      'El 2024-01-31 a las 11:59:01 leí Juan 3:16.',
      'El 2024-01-31 a les 11:59:01 vaig llegir Juan 3:16.',
      PLAIN_ES_CA,
    ],
    ['Le point y, c’est tout.', 'El punto y, es todo.', FR_ES],
    ['Grep prints the lines of Google.', 'Grep imprime las líneas de Google.', {}],
    ['{name} is in the house of Google.', '{name} es en la casa de Google.', {}],
    ['Zzqa habla inglés', 'Zzqa speaks English', ES_EN],
  ])('keeps the signs and capitals of %s: %s', async (source, expected, options) => {
    expect(await translate(source, options)).toBe(expected);
  });

  it.each([
    [
      "<p><%= link_to 'home', root_path %> the house</p>",
      "<p><%= link_to 'home', root_path %> la casa</p>",
      HTML,
    ],
    [
      "<p><%= link_to 'home', root_path %> the house</p>",
      "<p><%= link_to 'home', root_path %> la casa</p>",
      XML,
    ],
    ['<p>Hello <%= user.name %>, my house.</p>', '<p>Hola <%= user.name %>, mi casa.</p>', HTML],
    [
      '<p><#if x>the house<#else>the dog</#if></p>',
      '<p><#if x>la casa<#else>el perro</#if></p>',
      HTML,
    ],
    ['<p><#if x>the house</#if></p>', '<p><#if x>la casa</#if></p>', XML],
    ['<p>{% if x %}the house{% endif %}</p>', '<p>{% if x %}la casa{% endif %}</p>', HTML],
    ["<p><?php echo 'house'; ?> the house</p>", "<p><?php echo 'house'; ?> la casa</p>", HTML],
    [
      '<a href="<%= url("x") %>" <%= a %>>the house</a>',
      '<a href="<%= url("x") %>" <%= a %>>la casa</a>',
      HTML,
    ],
    ['Hello :name, you have %count% houses', 'Hola :name, tienes %count% casas', {}],
    ['<pre>#!/bin/sh\nthe house</pre>', '<pre>#!/bin/sh\nla casa</pre>', HTML],
    ['y = 3x + 2', 'y = 3x + 2', FR_ES],
    [
      '<title>The house</title><par>First <b>red</b> part</par>',
      '<title>La casa</title><par>Primera parte <b>roja</b></par>',
      { ...XML, outline_detection: false },
    ],
  ])('keeps the code and the words of %s: %s', async (source, expected, options) => {
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
