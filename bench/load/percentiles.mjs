/**
 * The smallest value that at least that share of the values does not exceed (nearest rank).
 *
 * @param {readonly number[]} values not empty
 * @param {number} share from 0 to 1
 */
export const percentile = (values, share) => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
};

/** @param {number} value */
export const round = (value, digits = 1) => Number(value.toFixed(digits));
