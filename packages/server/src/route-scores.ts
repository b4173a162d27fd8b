/** chrF of installed routes on FLORES-200 dev, by route id. Written by `npm run bench -- quality`. */
export const ROUTE_SCORES: Readonly<Record<string, number>> = {};
