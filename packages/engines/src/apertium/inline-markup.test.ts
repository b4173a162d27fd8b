import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protect } from '../host/testing/protect.js';
import { carryAround, putBack } from './carry-spans.js';
import { chooseCarriers, decode, encode } from './escaping.js';
import { bindTags, decodeMarks, encodeMarks, placeTags } from './inline-markup.js';

const parse = (text: string) => carryAround(text, protect(text).protectedSpans);

/** What a text sends to the engine, and what becomes of an answer. */
const bind = (text: string) => {
  const { template, pieces } = parse(text);
  const bound = bindTags(template, pieces);
  if (!bound) return undefined;
  return {
    message: encodeMarks(bound.template),
    answer: (message: string): string | undefined => {
      const placed = placeTags(decodeMarks(message), bound.pairs);
      return placed === undefined ? undefined : putBack(placed, pieces).text;
    },
  };
};

describe('tags bound to words', () => {
  it('mark every word between them', () => {
    expect(bind('<i>the <b>red</b> house</i>')?.message).toBe(
      '[[t:p:0]]the[[/]] [[t:p:0; t:p:1]]red[[/]] [[t:p:0]]house[[/]]',
    );
  });

  it('follow their words when these move', () => {
    const bound = bind('the <b>red</b> house');
    expect(bound?.answer('la casa [[t:p:0]]roja[[/]]')).toBe('la casa <b>roja</b>');
  });

  it('close over all their words, also where another came between', () => {
    const bound = bind('<b>red house</b> there');
    expect(bound?.answer('[[t:p:0]]casa[[/]] allí [[t:p:0]]roja[[/]]')).toBe(
      '<b>casa allí roja</b>',
    );
  });

  it('keep nesting', () => {
    const bound = bind('<i><b>red</b> house</i>');
    expect(bound?.answer('[[t:p:0]]casa[[/]] [[t:p:0; t:p:1]]roja[[/]]')).toBe(
      '<i>casa <b>roja</b></i>',
    );
    const same = bind('<i><b>red</b></i>');
    expect(same?.answer('[[t:p:0; t:p:1]]roja[[/]]')).toBe('<i><b>roja</b></i>');
  });

  it('take the punctuation beside their words in', () => {
    expect(bind('<b>“Stop!”</b> Now')?.answer('“[[t:p:0]]Alto[[/]]!” Ahora')).toBe(
      '<b>“Alto!”</b> Ahora',
    );
  });

  it('come back exactly once from an engine that changes nothing', () => {
    const part = fc.constantFrom(
      '<b>',
      '</b>',
      '<i>',
      '</i>',
      '<br/>',
      '{x}',
      'red',
      'l’eau',
      ' ',
      '.',
    );
    const stripped = (text: string): string => text.replace(/<\/?[bi]>/g, '');
    const tags = (text: string): string => (text.match(/<[^>]*>/g) ?? []).toSorted().join('');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('').replace(/ {2,}/g, ' ').trim();
        const bound = bind(text);
        const back = bound?.answer(bound.message);
        if (back === undefined) return;
        expect(tags(back)).toBe(tags(text));
        expect(stripped(back).replace(/\s+/g, ' ').trim()).toBe(
          stripped(text).replace(/\s+/g, ' ').trim(),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('leave the brackets beside them alone', () => {
    const part = fc.constantFrom(
      '<b>',
      '</b>',
      '<i>',
      '</i>',
      '[',
      ']',
      '[[',
      ']]',
      '[[/]]',
      '\\',
      '^',
      '/',
      ':',
      'red',
      'house',
      't:p:0',
      ' ',
      '.',
    );
    const stripped = (text: string): string => text.replace(/<\/?[bi]>|\s/g, '');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 16 }), (parts) => {
        const text = parts.join('').replace(/ {2,}/g, ' ').trim();
        const { template, pieces } = parse(text);
        const bound = bindTags(template, pieces);
        if (!bound) return;
        const carriers = chooseCarriers(bound.template, pieces);
        const message = encodeMarks(encode(bound.template, pieces, carriers));
        const marked = decode(decodeMarks(message), bound.template, carriers);
        const placed = placeTags(marked ?? 'lost', bound.pairs);
        if (placed === undefined) return;
        expect(stripped(putBack(placed, pieces).text)).toBe(stripped(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('leave single tags alone', () => {
    expect(bind('one<br>two <img/> three')).toBeUndefined();
    expect(bind('</b>one<b>')).toBeUndefined();
    expect(bind('one <b></b> two')).toBeUndefined();
  });

  it.each([
    ['lost all their words', 'a <b>b</b> c', 'a c'],
    [
      'would overlap others',
      '<b>a b</b> <i>c d</i>',
      '[[t:p:0]]a[[/]] [[t:p:1]]c[[/]] [[t:p:0]]b[[/]] [[t:p:1]]d[[/]]',
    ],
  ])('are given up where they %s', (_, text, message) => {
    expect(bind(text)?.answer(message)).toBeUndefined();
  });
});
