import { describe, expect, it } from 'vitest';
import { joinParts, plainText } from '../protection/placed-spans.js';
import { preserveFormatting, withInitialCapital } from './assemble-text.js';

describe('preserving the formatting of a sentence', () => {
  it.each([
    ['hello', 'Hola', 'hola'],
    ['Hello', 'hola', 'Hola'],
    ['Hello', '¡hola!', '¡Hola'],
    ['hello!', '¡Hola', '¡hola!'],
    ['Wait...', 'Espera.', 'Espera...'],
    ['Wait', 'Espera.', 'Espera'],
    ['PhoQP works', 'PhoQP funciona.', 'PhoQP funciona'],
    ['{name} is here.', 'Aquí está {name}', 'Aquí está {name}.'],
    ['Hello {name}', '{name} kaixo', '{name} kaixo'],
    ['你好。', 'Hola', 'Hola.'],
    ['你好吗？', 'Hola', 'Hola?'],
    ['...', '...', '...'],
  ])('%s with %s gives %s', (source, translated, expected) => {
    const text = preserveFormatting(plainText(source), plainText(translated), 'es');
    expect(text.text).toBe(expected);
  });

  it.each([
    ['zh', 'Hello.', '你好', '你好。'],
    ['ja', 'Hello?', 'こんにちは', 'こんにちは？'],
    ['hi', 'Hello.', 'नमस्ते', 'नमस्ते।'],
    ['ar', 'Hello?', 'مرحبا', 'مرحبا؟'],
  ])(
    'writes the marks of the language, %s: %s with %s gives %s',
    (target, source, translated, expected) => {
      const text = preserveFormatting(plainText(source), plainText(translated), target);
      expect(text.text).toBe(expected);
    },
  );

  it('leaves tags at its edges where they are', () => {
    const tag = { node: 1, start: 0, end: 0, source: { start: 0, end: 3 } };
    const markers = [{ ...tag, kind: 'open' } as const, { ...tag, kind: 'close' } as const];
    const around = (text: string) =>
      joinParts([
        { text: '<x1>', span: 0 },
        { text, span: undefined },
        { text: '</x1>', span: 1 },
      ]);
    const kept = preserveFormatting(around('wait...'), around('Espera.'), 'es', markers);
    expect(kept).toEqual(around('espera...'));
  });
});

describe('the start of a sentence', () => {
  it.each([
    ['Monday: closed.', 'lunes: cerrado.', 'Lunes: cerrado.'],
    ['Monday is a holiday.', '«lunes es festivo».', '«Lunes es festivo».'],
    // A label, a part of a sentence, or a name is left to the engine.
    ['Monday', 'lunes', 'lunes'],
    ['closed on Monday.', 'cerrado el lunes.', 'cerrado el lunes.'],
    ['Phones: many.', 'iPhones: muchos.', 'iPhones: muchos.'],
    ['See example.org.', 'example.org es.', 'example.org es.'],
    ['This is the {name}.', '{name} es este.', '{name} es este.'],
    ['Mornings only.', "'s ochtends.", "'s ochtends."],
  ])('has a capital, %s with %s gives %s', (source, translated, expected) => {
    const unit = { text: source, protectedSpans: [] };
    const languages = { sourceLanguage: 'en', language: 'es' };
    expect(withInitialCapital(unit, plainText(translated), languages).text).toBe(expected);
  });

  it.each([
    ['Kontakt', 'contact', 'Contact'],
    ['Menge (Stück)', 'quantity (pieces)', 'Quantity (pieces)'],
    ['kontakt', 'contact', 'contact'],
  ])('has a capital where a German label has one: %s', (source, translated, expected) => {
    const unit = { text: source, protectedSpans: [] };
    const languages = { sourceLanguage: 'de', language: 'en' };
    expect(withInitialCapital(unit, plainText(translated), languages).text).toBe(expected);
  });
});
