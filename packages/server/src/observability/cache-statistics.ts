/** Cache hits and misses of segments. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
}

/** Statistics of the translation cache. */
export interface CacheStatistics {
  /** Of this server since it started. */
  own(): CacheCounts;
  /**
   * Of all servers together; undefined if nothing is shared or the numbers are unknown at the
   * moment.
   */
  shared(): Promise<CacheCounts | undefined>;
}
