import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, prose } from './escaping.js';

const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('html', () => {
  it('lets no text out of its place, and loses none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { html: made } = html`${text}`;
        expect(made).not.toMatch(/[<>"']/);
        expect(decode(made)).toBe(text);
      }),
    );
  });

  it('puts in HTML as it is, lists one after the other, and nothing for what is absent', () => {
    const list = html`<ul>${['a', 'b'].map((item) => html`<li>${item}</li>`)}${undefined}${false}</ul>`;
    expect(list.html).toBe('<ul><li>a</li><li>b</li></ul>');
    expect(html`${0}`.html).toBe('0');
  });

  it('makes code of what stands between backticks', () => {
    expect(prose('Use `<b>` or ` alone').html).toBe('Use <code>&lt;b&gt;</code> or ` alone');
  });
});
