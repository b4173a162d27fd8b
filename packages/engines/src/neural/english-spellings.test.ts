import { describe, expect, it } from 'vitest';
import { writeOutChat, writeOutMornings } from './english-spellings.js';

describe('an English text from a chat', () => {
  it.each([
    ['i dont know what u mean', "I don't know what you mean"],
    ['pls call me asap', 'please call me as soon as possible'],
    ['Thx! Im gonna be late, btw.', 'Thanks! Im going to be late, by the way.'],
    ['im late, r u there?', "I'm late, are you there?"],
    ['ASAP', 'As soon as possible'],
  ])('is written out: %s', (text, expected) => {
    expect(writeOutChat(text)).toBe(expected);
  });

  it.each([
    'Send an IM to R&D in Ur.',
    'Visit u.example or mail u@example.com #asap',
    'He is an i-th son; the U boat of Dr. R',
    'The index i is larger than i + 1.',
    "Don't we know what you're doing?",
  ])('keeps everything else: %s', (text) => {
    expect(writeOutChat(text)).toBe(text);
  });
});

describe('an English text with times before noon', () => {
  it.each([
    ['The meeting is at 10 am.', 'The meeting is at 10:00.'],
    ['Sunday: 8:30 a.m. to 2 pm', 'Sunday: 8:30 to 14:00'],
  ])('has them in 24 hours: %s', (text, expected) => {
    expect(writeOutMornings(text)).toBe(expected);
  });

  it.each(['The meeting is at 3 pm.', 'I am 10.', 'It ends at 12 am.'])('stays: %s', (text) => {
    expect(writeOutMornings(text)).toBe(text);
  });
});
