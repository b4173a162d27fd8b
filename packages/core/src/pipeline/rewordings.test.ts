import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranslationUnit } from '../engine.js';
import {
  clausesOf,
  withEnclosuresProtected,
  withNamesProtected,
  withoutContractions,
  withTimesIn24Hours,
} from './rewordings.js';

const placeholderAt = (start: number, end: number) =>
  ({ start, end, kind: 'placeholder' }) as const;

const plain = (text: string): TranslationUnit => ({ text, protectedSpans: [] });

describe('another wording of a unit', () => {
  it.each([
    ["I don't know.", 'I do not know.'],
    ['She can’t come.', 'She cannot come.'],
    ["I won't and shan't.", 'I will not and shall not.'],
    ['No contraction here.', undefined],
  ])('writes "not" out: %s', (text, expected) => {
    expect(withoutContractions(plain(text), 'en')?.text).toBe(expected);
  });

  it.each([
    ['Come at 3 pm.', 'Come at 15:00.'],
    ['Open from 9:30 a.m. to 12 p.m.', 'Open from 9:30 to 12:00.'],
    ['Come at three.', undefined],
  ])('has its times in 24 hours: %s', (text, expected) => {
    expect(withTimesIn24Hours(plain(text), 'en')?.text).toBe(expected);
    expect(withTimesIn24Hours(plain(text), 'de')).toBeUndefined();
  });

  it('has what is protected where it is after its times are written in another way', () => {
    const unit = { text: 'At 3 pm, {name} comes.', protectedSpans: [placeholderAt(9, 15)] };
    expect(withTimesIn24Hours(unit, 'en')).toEqual({
      text: 'At 15:00, {name} comes.',
      protectedSpans: [placeholderAt(10, 16)],
    });
  });

  it('protects a name that came back misspelled', () => {
    const unit = plain('We met Kowalski there.');
    const translated = { text: 'Wir trafen dort Kowaliski.', spans: [] };
    const spans = withNamesProtected(unit, translated, 'en')?.unit.protectedSpans;
    expect(spans).toEqual([{ start: 7, end: 15, kind: 'placeholder' }]);
  });

  it('protects brackets and quotes like tags, in addition to what is protected already', () => {
    const text = 'Press [Enter] or "{key}" now';
    const placeholder = { start: 18, end: 23, kind: 'placeholder' } as const;
    const enclosed = withEnclosuresProtected({ text, protectedSpans: [placeholder] });
    const kinds = enclosed?.unit.protectedSpans.map(({ start, kind }) => [
      text.charAt(start),
      kind,
    ]);
    expect(kinds).toEqual([
      ['[', 'open'],
      [']', 'close'],
      ['"', 'open'],
      ['{', 'placeholder'],
      ['"', 'close'],
    ]);
    expect(enclosed?.own).toEqual([undefined, undefined, undefined, 0, undefined]);
    expect(withEnclosuresProtected(plain('Press Enter'))).toBeUndefined();
  });

  it('cuts a sentence into clauses, none of them too short', () => {
    const text = 'When we came home, the door was open, so, well, we called the police.';
    expect(clausesOf(plain(text))?.map((clause) => clause.text)).toEqual([
      'When we came home,',
      'the door was open, so, well,',
      'we called the police.',
    ]);
    expect(clausesOf(plain('One clause only.'))).toBeUndefined();
  });

  it('loses nothing between clauses', () => {
    const words = fc.array(fc.constantFrom('we', 'came', 'home,', 'so;', '–', '，', 'late:', '  '));
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join(' ').trim();
        const clauses = clausesOf(plain(text));
        if (clauses) expect(clauses.map((clause) => clause.gap + clause.text).join('')).toBe(text);
      }),
    );
  });
});
