import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Translation, TranslationRequest } from './browser/service/api.js';
import { mayPass, PageFailure } from './browser/service/failures.js';
import { createPieceTranslator, cutText, requireWithin } from './browser/service/pieces.js';

const PARAGRAPH = 'The house by the river is old, and nobody lives there any more. ';
const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${index}. ${PARAGRAPH.repeat(12)}\n\n`).join('');

const request = (text: string): TranslationRequest => ({
  text,
  targetCode: 'DE',
  sourceCode: undefined,
  modelType: undefined,
});

/** A server that writes capitals, and is told of every text once. */
const capitals = (failOn = /^$/) => {
  const asked: TranslationRequest[] = [];
  const translateOne = async (one: TranslationRequest): Promise<Translation> => {
    asked.push(one);
    if (failOn.test(one.text)) throw new Error('failed');
    const end = one.text.length;
    return {
      text: one.text.toUpperCase(),
      sourceCode: 'EN',
      modelTypeUsed: undefined,
      pairs: [{ source: { start: 0, end }, target: { start: 0, end } }],
      looksLike: undefined,
      isUnsure: false,
    };
  };
  return { asked, pieces: createPieceTranslator(translateOne) };
};

const options = { signal: new AbortController().signal, visibleFrom: 0, showPart: () => {} };

describe('the pieces of a text', () => {
  it('are the text again when they are put together', () => {
    const lines = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('', '```', PARAGRAPH.repeat(20), '   ')),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n', '\n\n'), (all, ending) => {
        const text = all.join(ending);
        expect(cutText(text).join('')).toBe(text);
      }),
    );
  });

  it('end with paragraphs, and a short text is one', () => {
    const cut = cutText(paragraphs(10));
    expect(cut.length).toBeGreaterThan(3);
    for (const piece of cut) expect(piece).toMatch(/\n\n$/);
    expect(cutText(PARAGRAPH)).toEqual([PARAGRAPH]);
  });

  it.each([
    ['a fence that nothing closes', `${PARAGRAPH}\n\`\`\`\n${'a = 1\n'.repeat(40_000)}`],
    ['a line of many sentences', PARAGRAPH.repeat(4000)],
    ['a line without a space', '😀'.repeat(40_001)],
    ['control characters', '\u0001'.repeat(100_000)],
  ])('fit into a request: %s', (_, text) => {
    const cut = cutText(text);
    expect(cut.join('')).toBe(text);
    for (const piece of cut) {
      expect(JSON.stringify(piece).length).toBeLessThan(128_000);
      // Half of a character would not survive.
      expect(Buffer.from(piece).toString()).toBe(piece);
    }
  });

  it('leave a block of code alone that does not fit into a request', async () => {
    const code = `\`\`\`\n${'a = 1\n'.repeat(10_000)}\`\`\`\n`;
    const { pieces, asked } = capitals();
    const text = `Before.\n\n${code}After.\n`;
    const translation = await pieces.translate(request(text), options);
    expect(translation.text).toBe(`BEFORE.\n\n${code}AFTER.\n`);
    expect(asked.map((one) => one.text)).toEqual(['Before.\n\n', 'After.\n']);
    expect((await pieces.translate(request(code), options)).text).toBe(code);
  });

  it('do not cut code', () => {
    const code = `\`\`\`\n${'a = 1\n\n'.repeat(1000)}\`\`\`\n`;
    expect(cutText(`${paragraphs(5)}${code}\n${paragraphs(5)}`).join('|')).toContain(code);
  });
});

describe('translating in pieces', () => {
  it('gives the whole translation, with its sentences in their places', async () => {
    const { pieces, asked } = capitals();
    const text = paragraphs(10);
    const translation = await pieces.translate(request(text), options);
    expect(translation.text).toBe(text.toUpperCase());
    for (const { source, target } of translation.pairs) expect(source).toEqual(target);
    // The source of all of them is that of the first.
    expect(asked.map(({ sourceCode }) => sourceCode)).toEqual([
      undefined,
      ...asked.slice(1).map(() => 'EN'),
    ]);
  });

  it('begins with what is looked at', async () => {
    const { pieces, asked } = capitals();
    const text = paragraphs(20);
    const visibleFrom = text.indexOf('\n\n12. ') + 2;
    await pieces.translate(request(text), { ...options, visibleFrom });
    const [first] = asked;
    expect(text.indexOf(first?.text ?? '')).toBeLessThanOrEqual(visibleFrom);
    expect(first?.text).toContain('12. ');
    expect(asked.map((one) => one.text).join('')).toHaveLength(text.length);
  });

  it('sends again only what has changed', async () => {
    const { pieces, asked } = capitals();
    const text = paragraphs(20);
    await pieces.translate(request(text), options);
    const before = asked.length;
    await pieces.translate(request(`${text}One more.`), options);
    expect(asked.length - before).toBeLessThanOrEqual(2);
    pieces.forget();
    await pieces.translate(request(text), options);
    expect(asked.length - before).toBeGreaterThan(before - 1);
  });

  it('shows what there is when a piece fails, and keeps it for the next attempt', async () => {
    const text = paragraphs(20);
    const { pieces, asked } = capitals(/^19\. /m);
    const shown: string[] = [];
    const showPart = (part: Translation) => void shown.push(part.text);
    await expect(pieces.translate(request(text), { ...options, showPart })).rejects.toThrow();
    expect(shown.at(-1)).toMatch(/^0\. THE HOUSE/);
    expect(shown.at(-1)).toMatch(/…\s*$/);
    const before = asked.length;
    await expect(pieces.translate(request(text), options)).rejects.toThrow();
    expect(asked.length - before).toBeLessThan(3);
  });
});

const failureOf = (text: string): PageFailure | undefined => {
  try {
    requireWithin({ text }, { maxBytes: 5000, maxCharacters: 1000 });
    return undefined;
  } catch (error) {
    if (error instanceof PageFailure) return error;
    throw error;
  }
};

describe('the limits of a text', () => {
  it('are counted in characters as a person counts them', () => {
    expect(failureOf('a'.repeat(1000))).toBeUndefined();
    expect(failureOf('😀'.repeat(1000))).toBeUndefined();
  });

  it('say what a visitor may send, and offer no other attempt', () => {
    const failure = failureOf('a'.repeat(1001));
    expect(failure?.message).toContain('1,000 characters per minute');
    expect(failure && mayPass(failure)).toBe(false);
  });

  it('do not count how its lines are written in a request', () => {
    expect(failureOf('\n'.repeat(1000))).toBeUndefined();
    expect(failureOf(`${'\n'.repeat(3000)}${'a'.repeat(2000)}`)?.kind).toBe('refused');
  });

  it('of the server go before those of a visitor', () => {
    expect(failureOf('a'.repeat(6000))?.kind).toBe('too-large');
  });
});
