import { expect, it } from 'vitest';
import { formatFileSize } from './format-file-size.js';

it.each([
  [999, '999 B'],
  [1000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [999_999, '1 MB'],
  [999_999_999, '1 GB'],
  [999_999_999_999_999, '1000 TB'],
  [9_140_000, '9.1 MB'],
  [9_960_000, '10 MB'],
  [52_000_000, '52 MB'],
  [1_250_000_000, '1.3 GB'],
])('%i bytes are %s', (bytes, shown) => {
  expect(formatFileSize(bytes)).toBe(shown);
});
