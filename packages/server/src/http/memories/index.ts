import type { FastifyInstance } from 'fastify';
import type { RouteDependencies } from '../request/context.js';
import { registerMemories } from './memories.js';
import { registerMemoryJobs } from './memory-jobs.js';

/** Every call for translation memories that needs the permission to translate. */
export const registerMemoryCalls = (
  app: FastifyInstance,
  dependencies: RouteDependencies,
): void => {
  registerMemories(app, dependencies);
  registerMemoryJobs(app, dependencies);
};

export { registerMemoryList } from './memories.js';
export { registerMemoryFiles } from './memory-jobs.js';
