import { describe, expect, it } from 'vitest';
import { plainParagraph } from '../conformance/notation.js';
import { readDocument } from '../read-document.js';
import { writeDocument } from '../write-document.js';

const DICTIONARY = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>help</key>
  <dict>
    <key>NSStringDeviceSpecificRuleType</key>
    <dict><key>iphone</key><string>Tap here</string><key>mac</key><string>Click here</string></dict>
  </dict>
  <key>greeting</key>
  <dict>
    <key>NSStringVariableWidthRuleType</key>
    <dict><key>20</key><string>Hi</string><key>50</key><string>Hello, all of you</string></dict>
  </dict>
</dict>
</plist>
`;

describe('dictionaries of Apple', () => {
  it('have sentences for kinds of devices and for widths', async () => {
    const document = await readDocument(Buffer.from(DICTIONARY), { format: 'stringsdict' });
    const texts = document.paragraphs.map(({ text }) => text);
    expect(texts).toEqual(['Tap here', 'Click here', 'Hi', 'Hello, all of you']);
    const { bytes } = await writeDocument(
      document,
      texts.map((text) => plainParagraph(text.toUpperCase())),
    );
    expect(Buffer.from(bytes).toString()).toBe(
      DICTIONARY.replace('Tap here', 'TAP HERE')
        .replace('Click here', 'CLICK HERE')
        .replace('>Hi<', '>HI<')
        .replace('Hello, all of you', 'HELLO, ALL OF YOU'),
    );
  });
});
