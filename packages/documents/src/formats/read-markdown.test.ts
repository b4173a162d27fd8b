import { describe, expect, it } from 'vitest';
import { inCapitals } from '../conformance/in-capitals.js';

describe('an alert', () => {
  it.each([
    ['> [!WARNING]\n> Do not open it.', '> [!WARNING]\n> DO NOT OPEN IT.'],
    ['> [!NOTE]\n> A **bold** word\n> and more.', '> [!NOTE]\n> A **BOLD** WORD AND MORE.'],
    ['> [!tip]- A title\n> A text.', '> [!tip]- A TITLE\n> A TEXT.'],
    ['> [!tip] A title', '> [!tip] A TITLE'],
    ['> [!NOTE]\n>\n> A text.', '> [!NOTE]\n>\n> A TEXT.'],
    ['> [!NOTE]\r\n> A text.', '> [!NOTE]\r\n> A TEXT.'],
    ['> > [!NOTE]\n> > A text.', '> > [!NOTE]\n> > A TEXT.'],
    ['> [!NOTE]\n> Stop **now**!', '> [!NOTE]\n> STOP **NOW**!'],
    ['> \\[!NOTE] is a mark', '> \\[!NOTE\\] IS A MARK'],
  ])('keeps its mark: %j', async (source, written) => {
    expect((await inCapitals(source, 'md')).written).toBe(written);
  });
});

describe('the words for pictures', () => {
  it('are texts of their own', async () => {
    const { units, written } = await inCapitals(
      '[![Build](a.svg)](http://a.b) ![License: free](b.svg)\n\nPress ![a gear](c.png) twice.\n',
      'md',
    );
    expect(units).toEqual(['Build', 'License: free', 'a gear', 'Press <x id="1"/> twice.']);
    expect(written).toBe(
      '[![BUILD](a.svg)](http://a.b) ![LICENSE: FREE](b.svg)\n\nPRESS ![A GEAR](c.png) TWICE.\n',
    );
  });
});
