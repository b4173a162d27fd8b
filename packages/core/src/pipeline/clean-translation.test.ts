import { toTag } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { plainText } from '../protection/placed-spans.js';
import { cleanTranslation } from './clean-translation.js';

const pairInto = (target: string) => ({ source: toTag('en'), target: toTag(target) });
const clean = (translation: string, target: string, source = '3 March 2026'): string =>
  cleanTranslation(source, plainText(translation), pairInto(target)).text;

describe('a date in a translation', () => {
  it.each([
    ['de', 'Ende: 3 März 2026', 'Ende: 3. März 2026'],
    ['de', 'am 3. März', 'am 3. März'],
    ['de', 'Windows 10 Oktober 2018', 'Windows 10 Oktober 2018'],
    ['de', 'Am Dienstag, 3 März', 'Am Dienstag, 3. März'],
    ['es', 'iOS 18 septiembre', 'iOS 18 septiembre'],
    ['es', 'El 3 marzo', 'El 3 de marzo'],
    ['de', 'die 3 Mai-Treffen, 1.3 Mai, 40 Mai', 'die 3 Mai-Treffen, 1.3 Mai, 40 Mai'],
    ['es', 'el 3 marzo de 2026', 'el 3 de marzo de 2026'],
    ['pt-BR', 'em 3 março', 'em 3 de março'],
    ['fr', 'le 1 mars et le 3 mars', 'le 1er mars et le 3 mars'],
    ['it', 'il 3 marzo', 'il 3 marzo'],
  ])('is written as in its language: %s, %s', (target, translation, expected) => {
    expect(clean(translation, target)).toBe(expected);
  });

  it('stays as it is in what is protected', () => {
    const translated = { text: '3 März, 3 März', spans: [{ start: 0, end: 6, span: 0 }] };
    expect(cleanTranslation('', translated, pairInto('de'))).toEqual({
      text: '3 März, 3. März',
      spans: translated.spans,
    });
  });
});

describe('a translation', () => {
  it.each([
    ['Name:', 'Nom:', 'Nom :'],
    ['VAT 19 %: €5', 'TVA 19 %: 5 €', 'TVA 19 % : 5 €'],
    ['At 9:30', 'À 9:30, voir http://a.b', 'À 9:30, voir http://a.b'],
  ])('has the space of French before a colon: %s', (source, translation, expected) => {
    expect(clean(translation, 'fr', source)).toBe(expected);
  });
  it('has the name of the value added tax, which models copy', () => {
    expect(clean('19% VAT', 'fr', '19% VAT')).toBe('19% TVA');
    expect(clean('19% VAT', 'pl', '19% VAT')).toBe('19% VAT');
  });
  it.each([
    ['es', '2,3 billones de dólares', '2,3 mil millones de dólares'],
    ['de', '2 Billionen', '2 Milliarden'],
    ['fr', '1 billion', '1 milliard'],
    ['pl', '3 biliony', '3 miliardy'],
  ])('does not count an English billion a thousand times: %s', (target, wrong, right) => {
    expect(clean(wrong, target, '$2.3 billion')).toBe(right);
    expect(clean(wrong, target, '2 trillion, not a billion')).toBe(wrong);
  });
  it('has English ordinals', () => {
    expect(clean('the 2th, 31th, 11th, 113th and 4th', 'en', '2 31 11 113 4')).toBe(
      'the 2nd, 31st, 11th, 113th and 4th',
    );
  });

  it('has the raised digits of its source', () => {
    expect(clean('65 m2, 3 km2, 2nd floor', 'en', '65 m², 3 km², 2e verdieping')).toBe(
      '65 m², 3 km², 2nd floor',
    );
    expect(clean('65 m2', 'en', '65 м²')).toBe('65 m²');
    expect(clean('65 m2, m2', 'en', '65 m², m2')).toBe('65 m2, m2');
  });

  it('has no control characters that its source does not have', () => {
    expect(clean('a\u0007b\u001b[31mc', 'de', 'abc')).toBe('abc');
    expect(clean('a\u0007b', 'de', 'a\u0007b')).toBe('a\u0007b');
  });
});
