import { expect, it } from 'vitest';
import { utf8 } from './conformance/notation.js';
import { append, largest, smallest } from './many-values.js';
import { readDocument } from './read-document.js';
import { writeDocument } from './write-document.js';

it('more values than a call may have arguments have extremes, and are added to a list', () => {
  const values = Array.from({ length: 300_000 }, (_, index) => index - 5);
  expect([smallest(values), largest(values)]).toEqual([-5, 299_994]);
  const list = [7];
  append(list, values);
  expect([list.length, list[0], list.at(-1)]).toEqual([300_001, 7, 299_994]);
  expect([smallest([]), largest([])]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
});

it('a message has more branches than a call may have arguments, and may be the same in the other language', async () => {
  const branches = Array.from({ length: 130_000 }, (_, index) => `  [k${index}] A word\n`);
  const text = `a = { $n ->\n${branches.join('')} *[other] A word\n  }\n`;
  const document = await readDocument(utf8(text), { format: 'fluent' });
  expect(document.paragraphs).toHaveLength(130_001);
  const same = document.paragraphs.map((paragraph) => ({ ...paragraph }));
  expect((await writeDocument(document, same)).changed.size).toBe(0);
});
