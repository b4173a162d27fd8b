import {
  type AppError,
  invalidParameter,
  type LanguageTag,
  type TranslateBody,
} from '@dragoman/contract';
import type { Guidance } from '../engine.js';
import type { Formality } from '../formality/formality.js';
import type { Leg } from '../route.js';
import type { NeededCapability, Router } from '../router.js';
import type { StyleSettings } from '../style/family.js';
import { planStyle, type Style, type StyleInstruction } from '../style/plan-style.js';
import type { Target } from './languages.js';

/** Something that an engine has to be able to do, because a parameter asks for it. */
export interface RequiredFeature {
  readonly capability: NeededCapability;
  readonly parameter: 'formality' | 'style_id' | 'custom_instructions';
  /** What asks for it, for the message of a refusal. */
  readonly what: string;
  /** The base language of the source it is for; undefined for all. */
  readonly sourceLanguage?: LanguageTag | undefined;
}

/** How the translations of a request are to be worded, whatever their source languages are. */
export interface GuidancePlan extends Pick<Guidance, 'context' | 'formality'> {
  readonly instructions: readonly StyleInstruction[];
  readonly needs: readonly RequiredFeature[];
}

/** What engines are told about translations from one source language, and what that needs. */
export const guidanceFrom = (
  source: LanguageTag,
  { context, formality, instructions, needs }: GuidancePlan,
): { readonly guidance: Guidance | undefined; readonly needs: readonly RequiredFeature[] } => {
  const isFor = ({ sourceLanguage }: Pick<RequiredFeature, 'sourceLanguage'>): boolean =>
    sourceLanguage === undefined || sourceLanguage === source;
  const prompts = instructions.filter(isFor).map(({ prompt }) => prompt);
  return {
    guidance: someOf({
      context,
      formality,
      instructions: prompts.length > 0 ? prompts : undefined,
    }),
    needs: needs.filter(isFor),
  };
};

/**
 * What the first of some legs is told, and what all further ones are: the guidance in the language of the
 * source is for the first leg of a route, and the one about the target for the last.
 */
export const splitGuidance = (
  { length }: readonly Leg[],
  guidance: Guidance | undefined,
): readonly [first: Guidance | undefined, further: Guidance | undefined] => {
  if (length <= 1 || !guidance) return [guidance, undefined];
  const { context, ...aboutTarget } = guidance;
  return [context === undefined ? undefined : { context }, aboutTarget];
};

/** What of the guidance for a leg its engine can use; undefined for nothing. */
export const guidanceOfLeg = (
  { engine: { capabilities }, choosesFormality }: Leg,
  guidance: Guidance | undefined,
): Guidance | undefined =>
  guidance &&
  someOf({
    context: capabilities.context ? guidance.context : undefined,
    formality: choosesFormality ? guidance.formality : undefined,
    instructions: capabilities.instructions ? guidance.instructions : undefined,
  });

/** What the engine of each leg of a route is told. */
export const guidanceOfLegs = (
  legs: readonly Leg[],
  guidance: Guidance | undefined,
): readonly (Guidance | undefined)[] => {
  const [leg, ...further] = legs;
  if (!leg) return [];
  const [first, others] = splitGuidance(legs, guidance);
  return [guidanceOfLeg(leg, first), ...guidanceOfLegs(further, others)];
};

/** Whether the engine of another leg in the same place would follow the guidance as far as this one does. */
export const keepsGuidance = (leg: Leg, other: Leg, guidance: Guidance | undefined): boolean => {
  const own = guidanceOfLeg(leg, guidance);
  const others = guidanceOfLeg(other, guidance);
  return (['formality', 'instructions'] as const).every(
    (name) => own?.[name] === undefined || others?.[name] !== undefined,
  );
};

type Members = { readonly [Name in keyof Guidance]-?: Guidance[Name] | undefined };

const someOf = (members: Members): Guidance | undefined => {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
};

/** Decides what engines are told, what they have to be able to do, and what a program does. */
export const planGuidance = (
  parameters: Pick<TranslateBody, 'context' | 'formality' | 'custom_instructions'>,
  style: Style | undefined,
): { readonly plan: GuidancePlan; readonly settings: StyleSettings } => {
  const rules = planStyle(style?.configuredRules ?? {}, style?.language ?? '');
  const ofStyle = style?.instructions ?? [];
  const custom = parameters.custom_instructions ?? [];
  const asked = ASKED_FORMALITY[parameters.formality ?? 'default'];
  const formality = asked?.formality ?? rules.formality;
  const needs: RequiredFeature[] = [];
  if (asked?.isStrict) {
    needs.push({ capability: 'formality', parameter: 'formality', what: 'This formality' });
  }
  if (!asked && rules.formality) {
    needs.push({ capability: 'formality', parameter: 'style_id', what: 'Its formality' });
  }
  if (rules.instructions.length > 0) {
    const what = `Its rule '${rules.instructions[0]?.replace(/\.$/, '')}'`;
    needs.push({ capability: 'instructions', parameter: 'style_id', what });
  }
  for (const { sourceLanguage } of ofStyle) {
    const what = 'Its custom instruction';
    needs.push({ capability: 'instructions', parameter: 'style_id', what, sourceLanguage });
  }
  if (custom.length > 0) {
    const what = 'An instruction';
    needs.push({ capability: 'instructions', parameter: 'custom_instructions', what });
  }
  const asInstruction = (prompt: string): StyleInstruction => ({ prompt });
  const instructions = [
    ...rules.instructions.map(asInstruction),
    ...ofStyle,
    ...custom.map(asInstruction),
  ];
  const { context } = parameters;
  return {
    plan: {
      ...(context !== undefined && { context }),
      ...(formality && { formality }),
      instructions,
      needs,
    },
    settings: rules.settings,
  };
};

const ASKED_FORMALITY: Readonly<
  Record<
    NonNullable<TranslateBody['formality']>,
    { readonly formality: Formality; readonly isStrict: boolean } | undefined
  >
> = {
  default: undefined,
  more: { formality: 'more', isStrict: true },
  less: { formality: 'less', isStrict: true },
  prefer_more: { formality: 'more', isStrict: false },
  prefer_less: { formality: 'less', isStrict: false },
};

/** Refuses needs that no engine for the target meets, whatever the source language is. */
export const refuseUnmetNeeds = (
  needs: readonly RequiredFeature[],
  target: Target,
  router: Router,
): void => {
  const unmet = needs.find(
    ({ capability }) => !target.tags.some((tag) => router.targetsWith(capability).has(tag)),
  );
  if (unmet) throw unmetNeed(unmet, `into ${target.label}`);
};

/**
 * The error for a route that exists, but not for what is needed.
 *
 * @param pair such as `from English (EN) into German (DE)`
 */
export const unmetNeed = (
  { capability, parameter, what }: RequiredFeature,
  pair: string,
): AppError =>
  invalidParameter(
    parameter,
    capability === 'formality'
      ? `${what} needs an engine that can choose the formality, and none is installed that translates ${pair}.`
      : `${what} needs an engine that follows instructions, and none is installed that translates ${pair}.`,
  );
