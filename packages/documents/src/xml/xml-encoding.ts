import { referToUnencodable } from '../encoding/encode-text.js';
import { encodingLabel } from '../encoding/text-encoding.js';
import type { UnencodableText } from '../encoding/text-part.js';

const DECLARATION = /^(<\?xml[^>]{0,200}\sencoding\s*=\s*["'])([\w.:-]+)/;

/** The encoding an XML file names itself; UTF-8 where it names none. */
export const declaredXmlEncoding = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.subarray(0, 256))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  if (head.includes('\0')) return undefined;
  const name = DECLARATION.exec(head)?.[2];
  const label = name === undefined ? 'utf-8' : encodingLabel(name);
  // What reads as ASCII cannot be UTF-16, whatever it says of itself.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
};

/** XML has references for characters its encoding lacks. */
export const XML_UNENCODABLE: UnencodableText = {
  writeUnencodable: referToUnencodable,
  declareUtf8: (text) => text.replace(DECLARATION, '$1UTF-8'),
};
