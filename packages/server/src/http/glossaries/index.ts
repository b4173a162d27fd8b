import type { FastifyInstance } from 'fastify';
import type { RouteDependencies } from '../request/context.js';
import { registerGlossaries, registerGlossaryList } from './glossaries.js';
import {
  registerMultilingualGlossaries,
  registerMultilingualGlossaryList,
} from './multilingual-glossaries.js';
import { entriesRouteOptions } from './requests.js';

/** Every call for glossaries that needs the permission to translate. */
export const registerGlossaryCalls = (
  app: FastifyInstance,
  dependencies: RouteDependencies,
): void => {
  const entriesOptions = entriesRouteOptions(dependencies.settings);
  registerGlossaries(app, dependencies, entriesOptions);
  registerMultilingualGlossaries(app, dependencies, entriesOptions);
  registerGlossaryList(app, dependencies);
  registerMultilingualGlossaryList(app, dependencies);
};

export { registerGlossaryPairs } from './glossaries.js';
