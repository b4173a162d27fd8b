/** The chart with its default values, as one file. */
export function renderManifests(): Promise<string>;
