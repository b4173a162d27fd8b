export * from './join-document.js';
export * from './read/document.js';
export * from './read/strict-xml.js';
export * from './read/tokens/syntax.js';
export {
  type CheckedText,
  type FramePart,
  joinTexts,
  mapTexts,
  plainText,
  textsOf,
  writtenText,
} from './sentences/checked-text.js';
export { withoutEdgeTokens } from './sentences/frame.js';
export type { MarkupUnit } from './sentences/markup-unit.js';
export * from './sentences/split-nodes.js';
export * from './split-document.js';
export { checkMarkup } from './write/render.js';
