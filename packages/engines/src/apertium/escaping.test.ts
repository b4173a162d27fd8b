import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryAround, placeholder, putBack } from './carry-spans.js';
import { type Carriers, chooseCarriers, decode, encode } from './escaping.js';

const NASTY = [..."^$/<>{}[]\\@~ .\0\t\n\u00a0\ud800\udc00\u{f0000}\ue000*#+'’"];
const nastyText = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary' }), fc.lorem()))
  .map((parts) => parts.join(''));

/** Through the stream format and back, with an engine that changes nothing. */
const roundTrip = (text: string, change: (carriers: Carriers) => Carriers): string => {
  const { template, pieces } = carryAround(text, []);
  const core = template.trim();
  const carriers = change(chooseCarriers(core, pieces));
  const message = encode(core, pieces, carriers);
  expect(message).not.toMatch(/\0/);
  const back = decode(message, core, carriers);
  return back === undefined
    ? 'lost'
    : putBack(
        template.replace(core, () => back),
        pieces,
      ).text;
};

describe('the stream format', () => {
  it('brings any text back letter for letter', () => {
    fc.assert(
      fc.property(nastyText, (text) => roundTrip(text, (carriers) => carriers) === text),
      {
        numRuns: 500,
      },
    );
  });

  it('brings any text back where everything is carried as a blank', () => {
    fc.assert(
      fc.property(
        nastyText,
        (text) => roundTrip(text, ({ kinds }) => ({ kinds, wordPrefix: undefined })) === text,
      ),
    );
  });

  it('brings protected spans back wherever they lie', () => {
    const spans = fc
      .array(fc.nat(200), { maxLength: 6 })
      .map((cuts) => cuts.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(nastyText, spans, (text, cuts) => {
        const protectedSpans = cuts
          .map((cut) => Math.min(cut, text.length))
          .flatMap((start, index, all) => {
            const kind = (['placeholder', 'formatting', 'point'] as const)[index % 3];
            const end = all[index + 1] ?? text.length;
            return index % 2 === 0 && start < end && kind ? [{ start, end, kind }] : [];
          });
        const { template, pieces } = carryAround(text, protectedSpans);
        expect(putBack(template, pieces)).toEqual({
          text,
          spans: protectedSpans.map(({ start, end }, span) => ({ start, end, span })),
        });
        const core = template.trim();
        const carriers = chooseCarriers(core, pieces);
        expect(decode(encode(core, pieces, carriers), core, carriers)).toBe(core);
      }),
    );
  });

  it('escapes what Apertium gives a meaning to', () => {
    expect(encode('a^b$c/d<e>{f}[g]\\h@i~j', [], { kinds: [], wordPrefix: undefined })).toBe(
      'a\\^b\\$c\\/d\\<e\\>\\{f\\}\\[g\\]\\\\h\\@i[~]j.[]',
    );
  });

  it('keeps formatting the engine adds itself, and takes the spaces it doubles out', () => {
    const carriers: Carriers = { kinds: [], wordPrefix: undefined };
    expect(decode(" L[']hejmo  estas.[]", "L'hejmo", carriers)).toBe("L'hejmo estas");
  });

  describe('with a placeholder', () => {
    const pieces = [{ text: '{name}', kind: 'word' as const, spans: [], span: undefined }];
    const source = `Hello ${placeholder(0)}`;
    const carriers = chooseCarriers(source, pieces);
    const word = encode(source, pieces, carriers).slice('Hello '.length, -'.[]'.length);

    it('takes it back in any case', () => {
      expect(decode(`Hola ${word.toUpperCase()}.[]`, source, carriers)).toBe(
        `Hola ${placeholder(0)}`,
      );
    });

    it.each([
      ['lost', 'Hola.[]'],
      ['doubled', `Hola ${word} ${word}.[]`],
      ['another', `Hola ${word.slice(0, -1)}z.[]`],
    ])('notices when it is %s', (_, message) => {
      expect(decode(message, source, carriers)).toBeUndefined();
    });

    it('never uses a word the text has itself', () => {
      const taken = `${word} ${placeholder(0)}`;
      expect(encode(taken, pieces, chooseCarriers(taken, pieces)).split(word)).toHaveLength(2);
    });
  });
});
