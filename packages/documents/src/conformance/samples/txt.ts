import { type Sample, utf8 } from '../sample.js';

const TEXT = 'Title\r\n\r\n  First line.\nSecond <b> & line.\n\n12345\nhttps://example.org/a\nEnd';
const UNITS = ['Title', 'First line.', 'Second <b> & line.', 'End'];

export const TXT_SAMPLES: readonly Sample[] = [
  { name: 'txt', format: 'txt', bytes: utf8(TEXT), units: UNITS },
  { name: 'txt with a mark', format: 'txt', bytes: utf8(`\uFEFF${TEXT}\n`), units: UNITS },
  {
    name: 'txt in UTF-16',
    format: 'txt',
    bytes: Buffer.from(`\uFEFF${TEXT}`, 'utf16le'),
    units: UNITS,
  },
  {
    name: 'txt in UTF-16 without a mark',
    format: 'txt',
    bytes: Buffer.from(TEXT, 'utf16le').swap16(),
    units: UNITS,
  },
  {
    name: 'txt in windows-1252',
    format: 'txt',
    bytes: Buffer.from('Caf\xe9 \x80 5\r\nna\xefve', 'latin1'),
    units: ['Café € 5', 'naïve'],
  },
  {
    name: 'txt in windows-1251',
    format: 'txt',
    bytes: Buffer.from('\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'),
    units: ['Привет'],
    sourceLanguage: 'ru',
  },
];
