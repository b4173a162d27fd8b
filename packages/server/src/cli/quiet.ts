import { silentLogger, silentMeter } from '@dragoman/core';

/** Commands only print their output: nothing is logged or counted. */
export const quiet = { log: silentLogger, meter: silentMeter };
