export * from './portion-markup.js';
export * from './portion-text.js';
