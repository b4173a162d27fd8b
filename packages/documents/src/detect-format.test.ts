import { describe, expect, it } from 'vitest';
import { SAMPLES } from './conformance/samples.js';
import { detectFormat } from './detect-format.js';
import { FORMATS } from './formats.js';

const text = Buffer.from('text');
const codeOf = (name: string, bytes: Uint8Array): unknown => {
  try {
    return detectFormat(name, bytes);
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe('detectFormat', () => {
  it.each(SAMPLES.map((sample) => [sample.name, sample] as const))('knows %s', (_name, sample) => {
    const [extension = ''] = FORMATS[sample.format].extensions;
    expect(detectFormat(`A Name.${extension.toUpperCase()}`, sample.bytes)).toBe(sample.format);
  });

  it.each([
    ['a.exe', text, 'unsupported_format'],
    ['name', text, 'unsupported_format'],
    ['.txt/name', text, 'unsupported_format'],
    ['a.docx', Buffer.alloc(0), 'empty_file'],
    ['a.docx', text, 'format_mismatch'],
    ['a.txt', Buffer.from('PK\x03\x04'), 'format_mismatch'],
    ['a.html', Buffer.from('%PDF-1.4'), 'format_mismatch'],
    ['a.txt', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'unsupported_format'],
    ['a.json', Buffer.from('\x7fELF\x02\x01\x01\0\0\0', 'latin1'), 'unsupported_format'],
    ['a.xml', Buffer.from('<root/>'), 'unsupported_format'],
    ['a.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'outdated_format'],
    [
      'a.docx',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      'encrypted',
    ],
  ])('says why not: %s', (name, bytes, code) => {
    expect(codeOf(name, bytes)).toBe(code);
  });

  it.each(['utf16le', 'utf8', 'latin1'] as const)('takes text in %s', (encoding) => {
    expect(detectFormat('a.txt', Buffer.from('Größe: 5 €, früher 4', encoding))).toBe('txt');
  });

  it('says of what is no text which formats are accepted', () => {
    const picture = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    expect(() => detectFormat('a.txt', picture)).toThrow('It is no text. Accepted are .txt, ');
  });

  it.each([
    ['a.doc', 'Save it as .docx. Accepted are .txt, .html, '],
    ['a.pages', 'Save it as .docx.'],
    ['a.indd', 'Save it as .idml.'],
    ['a.XLS', 'Save it as .xlsx.'],
    ['a.odm', 'Save it as .odt.'],
    ['a.msg', 'Save it as .html.'],
    ['a.sdlxliff', 'Save it as .xlf.'],
    ['a.png', 'run text recognition'],
    ['a.exe', 'supported. Accepted are .txt'],
  ])('says what to do instead: %s', (name, advice) => {
    expect(() => detectFormat(name, text)).toThrow(advice);
  });
});
