import { silentLogger, silentMeter } from '@dragoman/core';

/** Commands speak for themselves: nothing is logged or counted beside their output. */
export const quiet = { log: silentLogger, meter: silentMeter };
