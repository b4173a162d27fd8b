import { describe, expect, it } from 'vitest';
import * as texts from '../../packages/core/src/markup/html-elements.js';
import * as documents from '../../packages/documents/src/formats/read-html.js';

describe('texts with markup and HTML files', () => {
  it('have the same elements without content', () => {
    expect([...documents.VOID_ELEMENTS].toSorted()).toEqual([...texts.VOID_ELEMENTS].toSorted());
  });

  it('keep the white space of the same elements', () => {
    expect([...documents.PREFORMATTED_ELEMENTS].toSorted()).toEqual(
      [...texts.PREFORMATTED_ELEMENTS].toSorted(),
    );
  });
});
