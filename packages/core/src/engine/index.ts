export * from './engine.js';
export * from './wordings.js';
