export * from './detection.js';
export * from './detector.js';
