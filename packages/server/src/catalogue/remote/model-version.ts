/** The only major version of the format that is understood: zstd files, checksums of both forms. */
const SUPPORTED_MAJOR = 3;

const partsOf = (version: string): readonly number[] | undefined =>
  /^\d{1,6}(\.\d{1,6}){0,3}$/.test(version) ? version.split('.').map(Number) : undefined;

/** Whether files of this version can be used. Test versions such as `3.0a1` cannot. */
export const isSupportedVersion = (version: string): boolean =>
  partsOf(version)?.[0] === SUPPORTED_MAJOR;

/** Below zero when `left` is older, by number and not by letter: 3.9 comes before 3.10. */
export const compareVersions = (left: string, right: string): number => {
  const leftParts = partsOf(left) ?? [];
  const rightParts = partsOf(right) ?? [];
  for (let index = 0; index < Math.max(leftParts.length, rightParts.length); index += 1) {
    const difference = (leftParts[index] ?? 0) - (rightParts[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};
