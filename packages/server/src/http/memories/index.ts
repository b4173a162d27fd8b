import type { FastifyInstance } from 'fastify';
import type { RouteDependencies } from '../request/context.js';
import { registerMemories, registerMemoryList } from './memories.js';
import { registerMemoryJobs } from './memory-jobs.js';

/** Every call for translation memories that needs the permission to translate. */
export const registerMemoryCalls = (
  app: FastifyInstance,
  dependencies: RouteDependencies,
): void => {
  registerMemories(app, dependencies);
  registerMemoryJobs(app, dependencies);
  registerMemoryList(app, dependencies);
};

export { registerMemoryFiles } from './memory-jobs.js';
