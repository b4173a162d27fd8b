export {
  type CheckedText,
  type FramePart,
  joinTexts,
  mapTexts,
  plainText,
  textsOf,
  writtenText,
} from './checked-text.js';
export * from './document.js';
export { withoutEdgeTokens } from './frame.js';
export * from './join-document.js';
export type { MarkupUnit } from './markup-unit.js';
export { checkMarkup } from './render.js';
export * from './split-document.js';
export * from './split-nodes.js';
export * from './strict-xml.js';
export * from './syntax.js';
