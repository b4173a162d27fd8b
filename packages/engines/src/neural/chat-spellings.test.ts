import { describe, expect, it } from 'vitest';
import { writeOutChat } from './chat-spellings.js';

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
