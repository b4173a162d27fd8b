import { describe, expect, it } from 'vitest';
import * as texts from '../../packages/core/dist/markup/html-elements.js';
import * as documents from '../../packages/documents/dist/formats/read-html.js';

describe('texts with markup and HTML files', () => {
  it('have the same elements without content', () => {
    expect([...documents.VOID_ELEMENTS].toSorted()).toEqual([...texts.VOID_ELEMENTS].toSorted());
  });

  it('keep the white space of the same elements', () => {
    expect([...documents.PREFORMATTED_ELEMENTS].toSorted()).toEqual(
      [...texts.PREFORMATTED_ELEMENTS].toSorted(),
    );
  });

  it('have the same words that are not translated', () => {
    expect([...documents.CODE_ELEMENTS].toSorted()).toEqual(
      [...texts.UNTRANSLATED_ELEMENTS].toSorted(),
    );
    // Readings of characters, and what the tokenizer of texts has no markup in.
    const onlyFiles = ['noembed', 'noframes', 'rp', 'rt', 'xmp'];
    expect([...documents.OPAQUE_ELEMENTS].toSorted()).toEqual(
      [...texts.PICTURE_ELEMENTS, ...onlyFiles].toSorted(),
    );
  });

  it('have the same elements that end a sentence', () => {
    const ends = new Set([...documents.BLOCK_ELEMENTS, ...documents.SEPARATE_ELEMENTS]);
    // In a file, a line break is a code of the sentence.
    const onlyTexts = [...texts.BLOCK_ELEMENTS].filter((name) => !ends.has(name));
    expect(onlyTexts).toEqual(['br']);
    const onlyFiles = [...ends].filter((name) => !texts.BLOCK_ELEMENTS.has(name));
    expect(onlyFiles.toSorted()).toEqual(['applet', 'marquee', 'menuitem', 'noembed']);
  });
});
