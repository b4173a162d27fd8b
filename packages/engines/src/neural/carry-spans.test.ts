import { expect, it } from 'vitest';
import { carryAround } from './carry-spans.js';

it.each([
  ['Copyright © 2024 Acme.', ['©']],
  ['Acme® and Other Name™ are trademarks.', ['Acme®', 'Name™']],
  ['Cookies® © 2024', ['Cookies® ©']],
  ['All rights reserved.', []],
])('signs of rights are kept from a model that has tokens for them: %s', (text, carried) => {
  const { pieces } = carryAround(text, [], () => true);
  expect(pieces.map((piece) => piece.text)).toEqual(carried);
});
