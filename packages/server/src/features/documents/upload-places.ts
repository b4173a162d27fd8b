import { createPlaces, type EnterPlace } from '../../platform/places.js';

/**
 * Each upload writes a file: a limit keeps the disk and the sockets free for others. An owner is one
 * key, or all visitors of the page.
 */
export const createUploadPlaces = (): EnterPlace =>
  createPlaces({ all: 16, perOwner: 8, perCaller: 4 });
