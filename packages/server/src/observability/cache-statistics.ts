/** How often a segment to be translated was in the cache, and how often it was not. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
}

/** What the cache of finished translations is good for. */
export interface CacheStatistics {
  /** Of this server since it started. */
  own(): CacheCounts;
  /** Of all servers together; undefined where nothing is shared, or not known at the moment. */
  shared(): Promise<CacheCounts | undefined>;
}
