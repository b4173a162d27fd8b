export { debianPackagesFor } from './debian-packages.js';
export { type ApertiumEngine, createApertiumEngine } from './engine.js';
export type { ModeReport } from './modes.js';
export { type ApertiumOptions, DEFAULT_APERTIUM_OPTIONS } from './options.js';
