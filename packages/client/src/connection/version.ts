/** The version of this package, as it is told to the service. */
export const VERSION = '0.1.0';
