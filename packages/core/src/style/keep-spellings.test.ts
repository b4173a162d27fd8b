import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../protection/placed-spans.js';
import { keepSpellings } from './keep-spellings.js';

const kept = (
  sentences: readonly string[],
  language = 'de',
  spellings = new Map(),
  sources: readonly string[] = sentences.map(() => 'A sentence.'),
) =>
  keepSpellings(
    sources.map((text) => ({ text, protectedSpans: [] })),
    sentences.map(plainText),
    spellings,
    language,
  ).map(({ text }) => text);

describe('words of a text', () => {
  it('are written as they were first, with or without a hyphen', () => {
    expect(kept(['Eine E-Mail.', 'Ihre Email kam an.'])).toEqual([
      'Eine E-Mail.',
      'Ihre E-Mail kam an.',
    ]);
    expect(kept(['Il tuo indirizzo email.', 'Una e-mail.'], 'it')).toEqual([
      'Il tuo indirizzo email.',
      'Una email.',
    ]);
  });

  it('keep their own capitals', () => {
    expect(kept(['EMAIL', 'une e-mail', 'Email', 'EMAIL', 'email'], 'fr')).toEqual([
      'EMAIL',
      'une e-mail',
      'E-mail',
      'E-MAIL',
      'e-mail',
    ]);
  });

  it('stay as they are in addresses, placeholders and code', () => {
    const sentence = 'https://e-mail.example, {e-mail} und `e-mail`: die Email.';
    expect(kept(['Die E-Mail.', sentence])[1]).toBe(
      'https://e-mail.example, {e-mail} und `e-mail`: die E-Mail.',
    );
  });

  it('stay different where a hyphen makes another word', () => {
    const english = ['Please re-sign the form.', 'They resign.'];
    expect(kept(english, 'en')).toEqual(english);
    const portuguese = ['Elas querem compra-mos.', 'Nós compramos.'];
    expect(kept(portuguese, 'pt')).toEqual(portuguese);
    const short = ['à-la', 'ala'];
    expect(kept(short, 'fr')).toEqual(short);
  });

  it('stay as they are in sentences that are as in the source', () => {
    const sentences = ['Die E-Mail.', 'Email', 'Meine Email.'];
    const sources = ['The e-mail.', 'Email', 'My email.'];
    expect(kept(sentences, 'de', new Map(), sources)).toEqual([
      'Die E-Mail.',
      'Email',
      'Meine E-Mail.',
    ]);
  });

  it('are written alike in the parts of a document', () => {
    const spellings = new Map();
    kept(['Eine Email.'], 'de', spellings);
    expect(kept(['Ihre E-Mail.'], 'de', spellings)).toEqual(['Ihre Email.']);
  });

  it('differ in hyphens and capitals only, and no more the second time', () => {
    const word = fc.constantFrom(
      'e-mail',
      'email',
      'E-Mail',
      'Web-Seite',
      'webseite',
      'EMAIL',
      'x',
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const once = kept([words.join(' ')]);
        expect(kept(once)).toEqual(once);
        const letters = (text: string) => text.replaceAll('-', '').toLowerCase();
        expect(letters(once[0] ?? '')).toBe(letters(words.join(' ')));
      }),
    );
  });
});
