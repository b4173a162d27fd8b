export * from './detect-languages.js';
export * from './detection.js';
export * from './detector.js';
