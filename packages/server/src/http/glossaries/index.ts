import type { FastifyInstance } from 'fastify';
import type { RouteDependencies } from '../request/context.js';
import { registerGlossaries, registerGlossaryLists } from './glossaries.js';
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
};

/**
 * The lists, for keys of any kind: localisation platforms request them before every text, and take
 * an error for a service that is down.
 */
export const registerListsOfGlossaries = (
  app: FastifyInstance,
  dependencies: RouteDependencies,
): void => {
  registerGlossaryLists(app, dependencies);
  registerMultilingualGlossaryList(app, dependencies);
};
