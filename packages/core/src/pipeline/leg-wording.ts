import type { WordingOptions } from '../engine/engine.js';
import type { Leg, Route } from '../routing/route.js';

/**
 * What a leg of a route is told: the first one what is in the language of the source, the last one
 * what is about the target. Undefined for nothing.
 */
export const wordingOfLeg = (
  { legs }: Pick<Route, 'legs'>,
  leg: Leg,
  wording: WordingOptions | undefined,
): WordingOptions | undefined => {
  if (!wording) return undefined;
  const { context, formality, instructions } = wording;
  const isLast = leg === legs.at(-1);
  return someOf({
    ...(leg === legs[0] && { context }),
    ...(isLast && { formality, instructions }),
  });
};

/** What an engine is told: only what it can use. Undefined for nothing. */
export const wordingFor = (
  { engine: { capabilities }, choosesFormality }: Leg,
  wording: WordingOptions | undefined,
): WordingOptions | undefined => {
  if (!wording) return undefined;
  const { context, formality, instructions } = wording;
  return someOf({
    ...(capabilities.context && { context }),
    ...(choosesFormality && { formality }),
    ...(capabilities.instructions && { instructions }),
  });
};

type Members = { readonly [Name in keyof WordingOptions]: WordingOptions[Name] | undefined };

const someOf = (members: Members): WordingOptions | undefined => {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
};

/** Whether another engine would word a translation as this one is told to. */
export const keepsWording = (
  leg: Leg,
  other: Leg,
  wording: WordingOptions | undefined,
): boolean => {
  const told = wordingFor(leg, wording) ?? {};
  const otherTold = wordingFor(other, wording) ?? {};
  return (['formality', 'instructions'] as const).every(
    (name) => told[name] === undefined || otherTold[name] !== undefined,
  );
};
