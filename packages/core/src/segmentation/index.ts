export { WORD } from './characters.js';
export * from './join.js';
export * from './segment.js';
export * from './segmentation.js';
