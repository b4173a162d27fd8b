import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookOf } from '../testing/book-of.js';
import { translateQuoted } from './quoted-phrases.js';

const german = {
  book: bookOf({
    next: 'Weiter',
    Next: 'Weiter',
    Save: 'Speichern',
    'Sign in': 'Anmelden',
    Hello: 'Hallo',
    Lucky: 'Glücklich',
  }),
};

describe('a quoted phrase', () => {
  it.each([
    ['Click "Next" to go on.', 'Klicken Sie auf "Next".', 'Klicken Sie auf "Weiter".'],
    ['Press “Save”.', 'Drücken Sie „Rettung“.', 'Drücken Sie „Speichern“.'],
    ['Choose "Save", then "Next".', '«Retten», dann « Next ».', '«Speichern», dann « Weiter ».'],
    ['It says "Sign in".', 'Da steht "Sign in".', 'Da steht "Anmelden".'],
    ['She said "Hello".', 'Sie sagte "Hullo".', 'Sie sagte "Hallo".'],
  ])('is what the phrase book has for it: %s', (source, translation, expected) => {
    expect(translateQuoted(source, translation, german)).toBe(expected);
  });

  it.each([
    ['A dog called "Lucky".', 'Ein Hund namens "Lucky".'],
    ['Click "Foo".', 'Klicken Sie auf "Fuh".'],
    ['Click "Next".', 'Klicken Sie auf Next.'],
    ['Click Next.', 'Klicken Sie auf "Next".'],
    ['No quotation', 'Kein Zitat'],
  ])('stays where it may be a name, is not known or cannot be told: %s', (source, translation) => {
    expect(translateQuoted(source, translation, german)).toBe(translation);
  });

  it('changes nothing outside quotation marks', () => {
    const outside = (text: string): string => text.replaceAll(/"[^"]*"/g, '""');
    fc.assert(
      fc.property(fc.array(fc.constantFrom('"Next"', '"Save"', 'Hund', '', '"Foo"')), (parts) => {
        const text = parts.join(' ');
        expect(outside(translateQuoted(`Click ${text}`, text, german))).toBe(outside(text));
      }),
    );
  });
});
