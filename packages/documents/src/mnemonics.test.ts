import { describe, expect, it } from 'vitest';
import { inCapitals } from './conformance/in-capitals.js';
import { readMnemonic } from './mnemonics.js';

describe('a label with a key', () => {
  it.each([
    ['&File', 'File', 'Datei', '&Datei'],
    ['&File', 'File', 'Plik', '&Plik'],
    ['Save &as...', 'Save as...', 'Speichern als...', 'Speichern &als...'],
    ['E&xit', 'Exit', 'Salir', '&Salir'],
    ['_Edit', 'Edit', 'Modifier', 'Modifi_er'],
    ['Qu_it', 'Quit', 'Quitter', 'Qu_itter'],
    ['Save &As…\tCtrl+S', 'Save As…\tCtrl+S', 'Guardar\tCtrl+A', 'Gu&ardar\tCtrl+A'],
    ['&Find && replace', 'Find & replace', 'Suchen & ersetzen', '&Suchen && ersetzen'],
    ['Open &{0}s', 'Open &{0}s', undefined, undefined],
    ['&Delete {file}', 'Delete {file}', '{file} wissen', '{file} &wissen'],
    ['&File', 'File', 'ファイル', 'ファイル(&F)'],
    ['開く(&O)...', '開く...', 'Open...', '&Open...'],
    ['&Ёлка', 'Ёлка', 'Tree', '&Tree'],
  ])('%j is %j; %j gets %j', (source, text, translated, written) => {
    const mnemonic = readMnemonic(source);
    expect(mnemonic?.text ?? source).toBe(text);
    if (translated !== undefined) expect(mnemonic?.write(translated)).toBe(written);
  });

  it.each(['R&D', 'Q & A', 'a &amp; b', 'file_name', '_two_ signs', '?a=1&b=2', 'AT&T', '__init'])(
    'is not %j',
    (text) => {
      expect(readMnemonic(text)).toBeUndefined();
    },
  );

  it('is found in the formats of interfaces', async () => {
    const resx = '<root><data name="a"><value>&amp;File</value></data></root>';
    const read = await inCapitals(resx, 'resx');
    expect(read.units).toEqual(['File']);
    expect(read.written).toBe(resx.replace('File', 'FILE'));
    const po = 'msgid "Save _As"\nmsgstr ""\n';
    expect((await inCapitals(po, 'po')).written).toContain('msgstr "SAVE _AS"');
  });
});
