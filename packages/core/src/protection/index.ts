export { findMarkdownSpans, mergeSpans } from './markdown.js';
export * from './placeholders.js';
export { protectSpans } from './span-kinds.js';
export { findCellEnds } from './tables.js';
