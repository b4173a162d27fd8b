import { readTextFile, type TextFile } from '../encoding/text-part.js';
import type { ReadOptions } from '../model.js';
import { declaredXmlEncoding } from '../xml/scan-xml.js';

/** Reads a file that is one XML text. @throws DocumentError too_large, malformed */
export const readXmlFile = (bytes: Uint8Array, options: ReadOptions): TextFile =>
  readTextFile(bytes, options, declaredXmlEncoding(bytes));
