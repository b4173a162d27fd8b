export * from './engine/index.js';
export * from './ports.js';
