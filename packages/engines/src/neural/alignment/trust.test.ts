import { describe, expect, it } from 'vitest';
import { wordByWord } from '../testing/aligned-lines.js';
import type { AlignedText } from './aligned-text.js';
import { ALIGNMENT_PROBES, passesProbes } from './trust.js';

const copies = (probe: string): AlignedText => wordByWord(probe, (word) => word);
const looksAtTheFirst = (probe: string): AlignedText => {
  const { text, links } = copies(probe);
  const [first] = links;
  return { text, links: links.map((link) => ({ ...link, source: first?.source ?? link.source })) };
};

describe('the probes', () => {
  it.each<[string, (probe: string) => AlignedText, boolean]>([
    ['repeats the numbers from themselves', copies, true],
    ['repeats them from one place', looksAtTheFirst, false],
    ['does not repeat them, and shows nothing', () => ({ text: 'red.', links: [] }), true],
  ])('of a model that %s', (_, translate, expected) => {
    expect(passesProbes(ALIGNMENT_PROBES, ALIGNMENT_PROBES.map(translate))).toBe(expected);
  });
});
