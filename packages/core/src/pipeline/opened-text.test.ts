import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterReferences } from './opened-text.js';

const read = (text: string): string => characterReferences(text)?.read(text) ?? text;
const write = (text: string, translated: string): string =>
  characterReferences(text)?.write(translated) ?? translated;

describe('character references in a plain text', () => {
  it('are read as the signs they stand for', () => {
    expect(read('Don&apos;t save')).toBe("Don't save");
    expect(read('L&#39;utente &egrave; qui')).toBe("L'utente è qui");
    expect(read('Terms &amp; conditions &#x2014; &quot;new&quot;')).toBe(
      'Terms & conditions — "new"',
    );
  });

  it('are written again where the translation has the same sign', () => {
    expect(write('Don&apos;t save', "N'enregistrez pas l'image")).toBe(
      'N&apos;enregistrez pas l&apos;image',
    );
    expect(write('Terms &amp; conditions', 'Bedingungen & Hinweise')).toBe(
      'Bedingungen &amp; Hinweise',
    );
  });

  it('stand for all letters beyond ASCII where the text has no others', () => {
    expect(write('Gr&uuml;&szlig;e', 'Salutations très amicales à tous')).toBe(
      'Salutations tr&egrave;s amicales &agrave; tous',
    );
    expect(write('Gr&#252;sse', 'été €')).toBe('&#233;t&#233; &#8364;');
    expect(write('Grüße &amp; K&uuml;sse', 'été')).toBe('été');
  });

  it('are not written for a sign that the text also writes as it is', () => {
    expect(write("It's &#39;new&#39;", "C'est 'neuf'")).toBe("C'est 'neuf'");
  });

  it('stay where reading them would lose their meaning', () => {
    expect(read('AT&T &amp; Co')).toBe('AT&T &amp; Co');
    expect(read('a&nbsp;b &amp; c')).toBe('a&nbsp;b &amp; c');
    expect(read('a &unknown; b &#0; &#xD800; &#x202E;')).toBe(
      'a &unknown; b &#0; &#xD800; &#x202E;',
    );
  });

  it('are undefined for texts without any', () => {
    for (const text of ['', 'Q&A', 'a & b', 'x &nbsp; y', '&;', '&amp']) {
      expect(characterReferences(text)).toBeUndefined();
    }
  });

  it('come back as they were, each in the form that the text has used for it', () => {
    const part = fc.constantFrom(
      'Don',
      '&apos;',
      '&amp;',
      '&eacute;',
      ' ',
      'x;',
      '&lt;',
      '#39',
      '1',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        expect(write(text, read(text))).toBe(text);
      }),
    );
  });
});
