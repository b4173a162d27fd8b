/** Values that together turn on everything in the chart. */
export const EXAMPLE_VALUES: Readonly<Record<string, object>>;
