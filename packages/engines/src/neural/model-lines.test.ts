import { describe, expect, it } from 'vitest';
import { withoutQualifier } from './model-lines.js';

describe('a qualifier of a catalogue that a model has learnt', () => {
  it.each([
    ['butterflies', '?plural:Papillons', 'Papillons'],
    ['Admiral', '?female: Admirale', 'Admirale'],
    ['What is it?', 'Was ist es?', 'Was ist es?'],
    ['Really?: yes', 'Wirklich?: ja', 'Wirklich?: ja'],
  ])('is taken off: %s', (source, translation, expected) => {
    expect(withoutQualifier(source, translation)).toBe(expected);
  });

  it('stays where the text has one itself', () => {
    expect(withoutQualifier('?plural:units', '?plural:Einheiten')).toBe('?plural:Einheiten');
  });
});
