export * from './document.js';
export { withoutEdgeTokens } from './frame.js';
export type { MarkupUnit } from './markup-unit.js';
export { mendMarkup } from './render.js';
export * from './split-document.js';
export * from './split-nodes.js';
export * from './strict-xml.js';
export * from './syntax.js';
