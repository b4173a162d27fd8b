import type { Route } from './route.js';
import type { RouteQuery, Router } from './router.js';

/** Each failed route may have cost seconds of the caller's time. */
const MAX_FAILED_ROUTES = 3;

/** The best route there is. */
export const bestRoute = (
  router: Router,
  { source, targets, preferred, needs }: RouteQuery,
): Route | undefined => router.route(source, targets, preferred, needs);

/**
 * The best route after others have failed: with few legs, and rather by engines that had no part in
 * the failure. Undefined where there is none, or enough was tried.
 *
 * @param failed routes that failed during this request
 */
export const fallbackRoute = (
  router: Router,
  { source, targets, preferred, needs }: RouteQuery,
  failed: readonly Route[],
): Route | undefined => {
  if (failed.length >= MAX_FAILED_ROUTES) return undefined;
  const suspects = new Set(failed.flatMap(({ legs }) => legs.map(({ engine }) => engine)));
  const others = router
    .routes(source, targets, preferred, needs)
    .filter((route) => !failed.some((other) => isSameRoute(route, other)))
    .toSorted((one, two) => one.legs.length - two.legs.length);
  return (
    others.find(({ legs }) => legs.every(({ engine }) => !suspects.has(engine))) ??
    others.find(({ legs }) => legs.every(({ engine }) => !engine.capabilities.isLanguageModel))
  );
};

const isSameRoute = (one: Route, two: Route): boolean =>
  one.legs.length === two.legs.length &&
  one.legs.every(({ engine, source, target }, index) => {
    const other = two.legs[index];
    return other?.engine === engine && other.source === source && other.target === target;
  });
