export { applyStyle } from './apply-style.js';
export type * from './families/family.js';
export { QUOTES, type Quotes } from './families/quotes.js';
export * from './plan-style.js';
export type * from './style.js';
export { STYLE_OPTIONS } from './style-options.js';
