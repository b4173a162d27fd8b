import { type ModeReport, scanModes } from './modes.js';
import { DEFAULT_APERTIUM_OPTIONS } from './options.js';

export { debianPackagesFor } from './debian-packages.js';
export { type ApertiumEngine, createApertiumEngine } from './engine.js';
export type { ModeReport } from './modes.js';
export { type ApertiumOptions, DEFAULT_APERTIUM_OPTIONS } from './options.js';

/** What every installed Apertium mode is used for, or why not, for `doctor`. */
export const inspectModes = async (
  dataDirectory: string = DEFAULT_APERTIUM_OPTIONS.dataDirectory,
  programPath: string = DEFAULT_APERTIUM_OPTIONS.programPath,
): Promise<readonly ModeReport[]> => (await scanModes({ dataDirectory, programPath })).reports;
