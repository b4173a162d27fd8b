export * from './placeholders.js';
export { protectSpans } from './span-kinds.js';
