export { createTmxReader, type TmxReader } from './tmx-reader.js';
export type { TmxCode, TmxText, TmxUnit, TmxVariant } from './tmx-unit.js';
export { TMX_TAIL, tmxHead, tmxUnit } from './write-tmx.js';
