import type { Configuration } from '../../platform/configuration/settings.js';
import { createImportFiles } from './import-files.js';
import { createMemoryJobs, type MemoryJobs, type MemoryJobsDependencies } from './memory-jobs.js';
import { createMemoryService, type MemoryService } from './memory-service.js';

/** Translation memories, and their imports and exports. */
export interface Memories {
  readonly memories: MemoryService;
  readonly memoryJobs: MemoryJobs;
}

/** Puts the translation memories of one server together. */
export const createMemories = (
  { dataDirectory }: Pick<Configuration, 'dataDirectory'>,
  dependencies: Omit<MemoryJobsDependencies, 'files'>,
): Memories => ({
  memories: createMemoryService(dependencies.store, dependencies.now),
  memoryJobs: createMemoryJobs({ ...dependencies, files: createImportFiles(dataDirectory) }),
});
