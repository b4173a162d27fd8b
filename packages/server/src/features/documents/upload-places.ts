import { createPlaces, type EnterPlace } from '../../platform/places.js';

/**
 * Files are in memory while they arrive, so few may do so at once. An owner is one key, or all
 * visitors of the page.
 */
export const createUploadPlaces = (): EnterPlace =>
  createPlaces({ all: 16, perOwner: 8, perCaller: 4 });
