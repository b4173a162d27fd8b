import {
  type AppError,
  invalidParameter,
  type LanguageTag,
  type TranslateBody,
} from '@dragoman/contract';
import type { Wording } from '../../engine/engine.js';
import type { NeededCapability, Router } from '../../routing/router.js';
import { planStyle, type Style, type StyleSettings } from '../../style/index.js';
import type { Target } from './request.js';

/** Something that an engine has to be able to do, because a parameter asks for it. */
export interface Need {
  readonly capability: NeededCapability;
  readonly parameter: 'formality' | 'style_id' | 'custom_instructions';
  /** What asks for it, for the message of a refusal. */
  readonly what: string;
}

/** How the translations of a request are to be worded. */
export interface WordingPlan {
  /** What engines are told; undefined for nothing. */
  readonly wording: Wording | undefined;
  readonly needs: readonly Need[];
  /** What the pipeline does itself. */
  readonly settings: StyleSettings;
}

/**
 * Decides what engines are told about the wording, and what they have to be able to do. `context` and
 * the `prefer_` formalities are wishes, and need nothing.
 *
 * @param source if undefined, the instructions for every source language count
 */
export const planWording = (
  body: Pick<TranslateBody, 'context' | 'formality' | 'custom_instructions'>,
  style: Style | undefined,
  source?: LanguageTag,
): WordingPlan => {
  const rules = planStyle(style?.configuredRules ?? {}, style?.language ?? '');
  const ofStyle = (style?.instructions ?? []).flatMap(({ prompt, sourceLanguage }) =>
    sourceLanguage === undefined || source === undefined || sourceLanguage === source
      ? [prompt]
      : [],
  );
  const custom = body.custom_instructions ?? [];
  const instructions = [...rules.instructions, ...ofStyle, ...custom];
  const asked = ASKED_FORMALITY[body.formality ?? 'default'];
  const formality = asked?.formality ?? rules.formality;
  const needs: Need[] = [];
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
  if (ofStyle.length > 0) {
    const what = 'Its custom instruction';
    needs.push({ capability: 'instructions', parameter: 'style_id', what });
  }
  if (custom.length > 0) {
    const what = 'An instruction';
    needs.push({ capability: 'instructions', parameter: 'custom_instructions', what });
  }
  const wording: Wording = {
    ...(body.context !== undefined && { context: body.context }),
    ...(formality && { formality }),
    ...(instructions.length > 0 && { instructions }),
  };
  return {
    wording: Object.keys(wording).length > 0 ? wording : undefined,
    needs,
    settings: rules.settings,
  };
};

const ASKED_FORMALITY: Readonly<
  Record<
    NonNullable<TranslateBody['formality']>,
    { readonly formality: 'more' | 'less'; readonly isStrict: boolean } | undefined
  >
> = {
  default: undefined,
  more: { formality: 'more', isStrict: true },
  less: { formality: 'less', isStrict: true },
  prefer_more: { formality: 'more', isStrict: false },
  prefer_less: { formality: 'less', isStrict: false },
};

/**
 * Refuses needs that no engine for the target meets, whatever the source language is.
 *
 * @throws AppError `invalid_parameter`
 */
export const refuseUnmetNeeds = (needs: readonly Need[], target: Target, router: Router): void => {
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
export const unmetNeed = ({ capability, parameter, what }: Need, pair: string): AppError =>
  invalidParameter(
    parameter,
    capability === 'formality'
      ? `${what} needs an engine that can choose the formality, and none is installed that translates ${pair}.`
      : `${what} needs an engine that follows instructions, and none is installed that translates ${pair}.`,
  );
