/**
 * @typedef {{ source: string, target: string }} Leg
 * @typedef {{ id: string, legs: readonly Leg[] }} MeasuredRoute
 */

/** The name a route has in the router, too. */
export const routeIdOf = (engineId, legs) =>
  legs.map(({ source, target }) => `${engineId}:${source}>${target}`).join(' ');

const baseOf = (tag) => tag.split('-')[0];

/**
 * Every direct route, then every route through one language between languages without a direct
 * one; those with the same last leg together, so that its pipeline is at work once. A variant is
 * served by a direct route into its base language before any pivot.
 *
 * @param {string} engineId
 * @param {readonly Leg[]} pairs
 * @returns {{ direct: readonly MeasuredRoute[], pivoted: readonly MeasuredRoute[] }}
 */
export const routesToMeasure = (engineId, pairs) => {
  const routeOf = (legs) => ({ id: routeIdOf(engineId, legs), legs });
  const direct = pairs.map(({ source, target }) => routeOf([{ source, target }]));
  const directIds = new Set(direct.map(({ id }) => id));
  const isDirect = (source, target) =>
    [target, baseOf(target)].some((tag) =>
      directIds.has(routeIdOf(engineId, [{ source, target: tag }])),
    );
  const pivoted = pairs.flatMap((last) =>
    pairs
      .filter(
        (first) =>
          first.target === last.source &&
          first.source !== baseOf(last.target) &&
          !isDirect(first.source, last.target),
      )
      .map((first) => routeOf([first, last].map(({ source, target }) => ({ source, target })))),
  );
  return { direct, pivoted };
};
