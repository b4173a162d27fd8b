import type { Guidance } from '../engine/engine.js';
import type { Leg, Route } from '../routing/route.js';

/**
 * The guidance for a leg of a route: the first leg gets the parts in the source language, the last leg
 * those about the target. Undefined for none.
 */
export const guidanceOfLeg = (
  { legs }: Pick<Route, 'legs'>,
  leg: Leg,
  guidance: Guidance | undefined,
): Guidance | undefined => {
  if (!guidance) return undefined;
  const { context, formality, instructions } = guidance;
  const isLast = leg === legs.at(-1);
  return someOf({
    ...(leg === legs[0] && { context }),
    ...(isLast && { formality, instructions }),
  });
};

/** The parts of the guidance that the engine of a leg can use. Undefined for none. */
export const guidanceFor = (
  { engine: { capabilities }, choosesFormality }: Leg,
  guidance: Guidance | undefined,
): Guidance | undefined => {
  if (!guidance) return undefined;
  const { context, formality, instructions } = guidance;
  return someOf({
    ...(capabilities.context && { context }),
    ...(choosesFormality && { formality }),
    ...(capabilities.instructions && { instructions }),
  });
};

type Members = { readonly [Name in keyof Guidance]: Guidance[Name] | undefined };

const someOf = (members: Members): Guidance | undefined => {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
};

/** Whether another engine would follow the guidance as far as this one does. */
export const keepsGuidance = (leg: Leg, other: Leg, guidance: Guidance | undefined): boolean => {
  const own = guidanceFor(leg, guidance) ?? {};
  const others = guidanceFor(other, guidance) ?? {};
  return (['formality', 'instructions'] as const).every(
    (name) => own[name] === undefined || others[name] !== undefined,
  );
};
