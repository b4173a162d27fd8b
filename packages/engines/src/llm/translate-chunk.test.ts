import type { ProtectedSpan } from '@dragoman/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markSpans } from './translate-chunk.js';

const placeholder = (text: string, content: string): ProtectedSpan => {
  const start = text.indexOf(content);
  return { start, end: start + content.length, kind: 'placeholder' };
};

describe('protected spans in a text for a model', () => {
  const text = 'Dear {name}, see <b>this <i>page</i></b>.';
  const at = (content: string) => {
    const start = text.indexOf(content);
    return { start, end: start + content.length };
  };
  const unit = {
    text,
    protectedSpans: [
      { ...at('{name}'), kind: 'placeholder' },
      { ...at('<b>'), kind: 'open', pair: 1 },
      { ...at('<i>'), kind: 'open', pair: 2 },
      { ...at('</i>'), kind: 'close', pair: 2 },
      { ...at('</b>'), kind: 'close', pair: 1 },
    ] satisfies ProtectedSpan[],
  };

  it('are numbered marks', () => {
    expect(markSpans(unit).text).toBe('Dear <x1/>, see <g2>this <g3>page</g3></g2>.');
  });

  it('come back at their new places', () => {
    const { text: read, spans } = markSpans(unit).read(
      'Siehe <g2>diese <g3>Seite</g3></g2>, <x1 />.',
    );
    expect(read).toBe('Siehe <b>diese <i>Seite</i></b>, {name}.');
    expect(spans.map(({ start, end, span }) => [read.slice(start, end), span])).toEqual([
      ['<b>', 1],
      ['<i>', 2],
      ['</i>', 3],
      ['</b>', 4],
      ['{name}', 0],
    ]);
  });

  it.each([
    ['that is missing', 'Siehe <g2>diese <g3>Seite</g3></g2>.', [1, 2, 3, 4]],
    ['that is there twice', '<x1/> <x1/> <g2><g3>Seite</g3></g2>.', [1, 2, 3, 4]],
    ['of tags that do not nest', '<x1/> <g2><g3>Seite</g2></g3>.', [0]],
    ['of a tag that closes first', '<x1/> </g2><g3>Seite</g3><g2>.', [0]],
  ])('are lost where there is a mark %s', (_, answer, kept) => {
    expect(
      markSpans(unit)
        .read(answer)
        .spans.map(({ span }) => span),
    ).toEqual(kept);
  });

  it('lose marks that the model made up', () => {
    expect(markSpans({ text: 'A', protectedSpans: [] }).read('<x1/>Ein <g4>A</g4>').text).toBe(
      'Ein A',
    );
  });

  it('come back as they were from an answer without a change, whatever the text looks like', () => {
    const piece = fc.constantFrom(
      'a ',
      '<x1/>',
      '<g1>',
      '</g1>',
      '{n}',
      ' <',
      '\n',
      '👍',
      '<x2 />',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.boolean()),
        (pieces, areSpans) => {
          let source = '';
          const protectedSpans: ProtectedSpan[] = [];
          for (const [index, part] of pieces.entries()) {
            const start = source.length;
            source += part;
            if (areSpans[index])
              protectedSpans.push({ start, end: source.length, kind: 'placeholder' });
          }
          const marked = markSpans({ text: source, protectedSpans });
          const back = marked.read(marked.text);
          expect(back.text).toBe(source);
          expect(back.spans).toEqual(
            protectedSpans.map(({ start, end }, span) => ({ start, end, span })),
          );
        },
      ),
    );
  });

  it('leave nothing of a text out that has no such thing', () => {
    const plain = {
      text: 'Hello {name}!',
      protectedSpans: [placeholder('Hello {name}!', '{name}')],
    };
    expect(markSpans(plain).read('Hallo <x1/>!').text).toBe('Hallo {name}!');
  });
});
