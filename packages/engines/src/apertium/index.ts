export { type ApertiumEngine, createApertiumEngine } from './engine.js';
export { debianPackagesFor } from './mode-names.js';
export type { ModeReport } from './modes.js';
export { type ApertiumOptions, DEFAULT_APERTIUM_OPTIONS } from './options.js';
