import { describe, expect, it } from 'vitest';
import { alignerOf, copy, given, translate, wordByWord } from '../testing/aligned-lines.js';
import type { AlignedText } from './aligned-text.js';

describe('the line a model gets', () => {
  it.each([
    ['Press <b>OK</b> now.', 'Press OK now.'],
    ['Press <b>{key}</b> now.', 'Press X1 now.'],
    ['<u>F</u>ile', 'File'],
    ['<a>Home</a><a>About</a>', 'Home About'],
    ['Save<img/>Cancel', 'Save Cancel'],
    ['彼は<b>赤い</b>家', '彼は 赤い 家'],
    [' <i>so</i> ', 'so'],
  ])('%s: %s', async (text, expected) => {
    const { aligner, lines } = alignerOf(copy);
    expect(await translate(text, aligner)).toBe(text);
    expect(lines).toEqual([expected]);
  });
});

describe('tags of a translation', () => {
  it.each([
    [
      'follow their word',
      'the <b>red</b> house',
      'la<the casa<house roja<red',
      'la casa <b>roja</b>',
    ],
    [
      'go around all their words, and what came in between',
      'he <b>took off</b> fast today',
      'se<off rápido<fast quitó<took hoy<today',
      '<b>se rápido quitó</b> hoy',
    ],
    [
      'go around most of their words where these are far apart',
      'he <b>shuts all</b> the old green doors',
      'er<he schließt<shuts die<the alten<old grünen<green Türen<doors alle<all',
      'er <b>schließt</b> die alten grünen Türen alle',
    ],
    [
      'leave out a word far away',
      '<a>the red house</a> stands there today',
      'la<the casa<house roja<red está<stands allí<there hoy<today la<the',
      '<a>la casa roja</a> está allí hoy la',
    ],
    [
      'keep nesting',
      'a <i><b>red</b> house</i>',
      'una<a casa<house roja<red',
      'una <i>casa <b>roja</b></i>',
    ],
    [
      'stay nested around one word',
      'a <i><b>red</b></i> one',
      'uno<one rojo<red',
      'uno <i><b>rojo</b></i>',
    ],
    [
      'change places with their words',
      '<b>red</b> <i>house</i>',
      'casa<house roja<red',
      '<i>casa</i> <b>roja</b>',
    ],
    [
      'go around the neighbour that may hold their word where it has no counterpart',
      'press <a>it</a> now',
      'púlselo<press ahora<now',
      '<a>púlselo</a> ahora',
    ],
    [
      'go around a word that holds theirs and the one before',
      'the <b>tree</b> is old',
      'l’arbre<the est<is vieux<old',
      '<b>l’arbre</b> est vieux',
    ],
    [
      'take punctuation in that was inside',
      'he: <b>Stop!</b>',
      'él:<he: ¡Alto!<Stop!',
      'él: <b>¡Alto!</b>',
    ],
    [
      'leave punctuation out that was outside',
      'say (<b>so</b>).',
      'di<say (así).<(so).',
      'di (<b>así</b>).',
    ],
    [
      'keep to parts of a word',
      '<b>OK</b>/<i>Cancel</i>',
      'Bien/Cancelar<OK/Cancel',
      '<b>Bien</b>/<i>Cancelar</i>',
    ],
    [
      'go around a word they were inside',
      'the <u>F</u>ile',
      'el<the archivo<File',
      'el <u>archivo</u>',
    ],
    [
      'stay inside a word that did not change',
      'the H<sub>2</sub>O',
      'el<the H2O<H2O',
      'el H<sub>2</sub>O',
    ],
    [
      'stay beside the word they touch',
      'the red<fn/> house.',
      'la<the casa<house roja.<red',
      'la casa roja<fn/>.',
    ],
    [
      'stay before the word they precede',
      'the <img/>red house',
      'la<the casa<house roja<red',
      'la casa <img/>roja',
    ],
    ['stay at an end', '<br/> red house', 'casa<house roja<red', '<br/> casa roja'],
    [
      'stay in their pair',
      'a <b>red<fn/></b> house',
      'una<a casa<house roja<red',
      'una casa <b>roja<fn/></b>',
    ],
    ['stay together when empty', 'a <b></b> house', 'una<a casa<house', 'una <b></b> casa'],
    [
      'keep blanks inside',
      'a <b>red </b>house',
      'una<a roja<red casa<house',
      'una <b>roja </b>casa',
    ],
    [
      'need no blanks',
      '<a>Home</a><a>About</a>',
      'Inicio<Home Sobre<About',
      '<a>Inicio</a><a>Sobre</a>',
    ],
    [
      'do not cross',
      '<b>one two</b> <i>six ten</i>',
      'uno<one seis<six dos<two diez<ten',
      '<b>uno</b> <i>seis</i> dos diez',
    ],
    ['go with a placeholder', 'the <b>{n}</b> red', 'rojo<red X1<X1', 'rojo <b>{n}</b>'],
    [
      'have nothing to do with what is between words',
      'a <b>-</b> b',
      'a<a -<- be<b',
      'a <b>-</b> be',
    ],
  ])('%s: %s', async (_, text, translation, expected) => {
    const { aligner } = alignerOf(given(translation));
    expect(await translate(text, aligner)).toBe(expected);
  });
});

describe('tags that cannot be placed', () => {
  it.each([
    ['half of a pair is elsewhere', 'the <b>red', undefined],
    ['two are inside one word', 'a <b>re</b>d<i>d</i>er word', 'una<a palabra<word roja<redder'],
    ['a stand-in is lost', 'the <b>red</b> {thing}', 'la<the roja<red'],
    ['the model knows no alignment', 'the <b>red</b>', undefined],
  ])('are given up where %s', async (_, text, translation) => {
    const { aligner } = alignerOf(translation === undefined ? () => undefined : given(translation));
    expect(await translate(text, aligner)).toBeUndefined();
  });

  const inCapitals = (line: string): AlignedText => wordByWord(line, (word) => word.toUpperCase());
  /** Every word says it comes from where another one does. */
  const relinked = (text: AlignedText, from: (index: number) => number): AlignedText => ({
    text: text.text,
    links: text.links.map(({ target, source }, index) => ({
      target,
      source: text.links[from(index)]?.source ?? source,
    })),
  });

  it.each<[string, (line: string) => AlignedText]>([
    ['all words come from one', (line) => relinked(inCapitals(line), () => 2)],
    [
      'words that did not change come from others',
      (line) => relinked(copy(line), (index) => (index + 1) % 5),
    ],
    ['words are not known from where', (line) => ({ text: inCapitals(line).text, links: [] })],
    ['there are no blanks between words', given('一二三四五六七<four')],
  ])('are given up, and that is noted, where %s', async (_, align) => {
    const { aligner, notes } = alignerOf(align);
    expect(await translate('one two three <b>four</b> five', aligner)).toBeUndefined();
    expect(notes).toEqual([false]);
  });
});
