import { type AppError, invalidParameter } from '@dragoman/contract';
import {
  type AddressedSentence,
  addressOf,
  addressSigns,
  type FormOfAddress,
  majorityOf,
} from '../address/address.js';
import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import type { Route } from '../routing/route.js';
import { mapInTurns, mapWhere } from './map-together.js';
import type { UnitWork } from './opened-text.js';

/** What is asked of the form of address. */
export interface AddressOptions {
  readonly route: Route;
  /** Undefined where the form is left to the service. */
  readonly asked: FormOfAddress | undefined;
  /** Whether the other form is an error. */
  readonly isStrict: boolean;
  readonly signal: AbortSignal;
}

/** Translates units, in a form of address where one is wanted. */
export type AddressedWork = (
  units: readonly TranslationUnit[],
  form: FormOfAddress | undefined,
) => ReturnType<UnitWork>;

/**
 * Gives the sentences of each text one form of address: the one that is asked for, and otherwise the
 * one that most of its sentences have. What is in the other form is translated once more, by an
 * engine that can be told. A text that comes in parts keeps the form of its first ones.
 *
 * @param texts the units of each text, the same objects as are translated later; units of none of
 *   them are of one text together
 * @throws AppError `invalid_parameter` where a form that was asked for cannot be had
 */
export const keepAddress = (
  texts: readonly (readonly TranslationUnit[])[],
  { route, asked, isStrict, signal }: AddressOptions,
  translate: AddressedWork,
): UnitWork => {
  const last = route.legs.at(-1);
  if (!last?.choosesFormality) return (units) => translate(units, asked);
  const textOf = new Map(texts.flatMap((units, text) => units.map((unit) => [unit, text])));
  const forms = new Map<number, FormOfAddress>();
  const shownBy = (
    unit: TranslationUnit,
    { text }: Pick<TranslatedUnit, 'text'>,
  ): AddressedSentence => ({
    from: last.source,
    to: last.target,
    translation: text,
    // What goes through a third language may say "you" there.
    source: route.legs.length === 1 ? unit.text : '',
  });
  return async (units) => {
    const answers = await translate(units, asked);
    const inTurns = <Result>(look: (sentence: AddressedSentence) => Result) =>
      mapInTurns(
        units,
        signal,
        ({ text }) => text.length,
        (unit, index) => look(shownBy(unit, answers[index] ?? { text: '' })),
      );
    if (asked !== undefined) {
      const isOther = (sentence: AddressedSentence): boolean =>
        addressSigns(sentence).some(({ form, isSure }) => isSure && form !== asked);
      if (isStrict && (await inTurns(isOther)).includes(true)) throw unmetFormality(asked);
      return answers;
    }
    const shown = await inTurns(addressOf);
    const membersOf = new Map<number, { readonly form: FormOfAddress }[]>();
    for (const [index, unit] of units.entries()) {
      const form = shown[index];
      if (form === undefined) continue;
      const text = textOf.get(unit) ?? -1;
      membersOf.set(text, [...(membersOf.get(text) ?? []), { form }]);
    }
    for (const [text, members] of membersOf) {
      const form = majorityOf(members) ?? members[0]?.form;
      if (form && !forms.has(text)) forms.set(text, form);
    }
    const wanted = units.map((unit) => forms.get(textOf.get(unit) ?? -1));
    const again = await Promise.all(
      (['more', 'less'] as const).map((form) =>
        mapWhere(
          units,
          (_, index) => wanted[index] === form && (shown[index] ?? form) !== form,
          (others) => translate(others, form),
        ),
      ),
    );
    return answers.map((answer, index) => again[0]?.[index] ?? again[1]?.[index] ?? answer);
  };
};

const unmetFormality = (form: FormOfAddress): AppError =>
  invalidParameter(
    'formality',
    `A sentence could not be translated with this formality. Send prefer_${form} to have it as it is.`,
  );
