import { append } from '../many-values.js';
import type { Code, Inline, Slot, WriteOptions } from '../model.js';
import type { ParagraphCollector } from '../paragraph-collector.js';
import { lackingNote, missingCategories, pluralNote, sampleNumber } from '../plural-categories.js';
import type { Branch, Choice, MessageDialect, MessagePart, Ordinal } from './message-parts.js';
import { ordinalOf, withOrdinals } from './ordinals.js';

export interface Message {
  /** What has the message, from its first to its last sign. */
  readonly source: string;
  /** Where that begins in the file. */
  readonly offset: number;
  readonly collector: ParagraphCollector;
  readonly dialect: MessageDialect;
  readonly forms: MissingForms;
}

/** What became of plural forms that only the target language has. */
interface MissingForms {
  /** Plural categories that were written although the source has none. */
  readonly added: Set<string>;
  /** Those that could not be, because there are branches inside the branch. */
  readonly lacking: Set<string>;
}

/** Of all sentences of a message: what stands around the branches is in each of them. */
export const MAX_CHARACTERS = 200_000;

/**
 * About how long the sentences of a message are together, as {@link branchSlots} makes them.
 *
 * @param around what the levels above add to each of them
 */
export const sentencesLength = (parts: readonly MessagePart[], around = 0): number => {
  const choices = parts.filter((part): part is Choice => part.kind === 'choice');
  const own = parts
    .filter(({ kind }) => kind !== 'choice')
    .reduce((sum, { start, end }) => sum + end - start, around);
  const hasOne = choices.length === 1;
  return choices
    .flatMap(({ branches }) => branches)
    .reduce(
      (sum, branch) => sum + sentencesLength(branch.parts, hasOne ? own : 0),
      hasOne ? 0 : own,
    );
};

/** A branch with what stands around it in the levels above. */
interface Surroundings {
  readonly before: readonly MessagePart[];
  readonly after: readonly MessagePart[];
  /** Signs that mean something in the innermost branch. */
  readonly specials: string;
}

/**
 * Makes a paragraph of every branch: a whole sentence, with what stands around the branches. Plural
 * forms that the target language needs in addition get the translation of the last one.
 */
export const branchSlots = (parts: readonly MessagePart[], message: Message): readonly Slot[] => {
  const { source, offset, collector, dialect } = message;
  const slots: Slot[] = [];

  const place = (start: number, end: number) => ({ start: offset + start, end: offset + end });

  /** @returns the slot of a sentence, if it has words */
  const addSentence = (
    { start, end }: { readonly start: number; readonly end: number },
    sentence: readonly MessagePart[],
    specials: string,
  ): Slot | undefined => {
    const codes: Code[] = [];
    const inlines = sentence.map((part): Inline => {
      const text = source.slice(part.start, part.end);
      if (part.kind === 'text') return { kind: 'text', text: dialect.decode(text, specials) };
      if (part.kind === 'ordinal') {
        const localized = ({ targetLanguage }: WriteOptions): string =>
          part.write(targetLanguage, dialect) ?? text;
        const code = { kind: 'kept', open: text, close: '', shown: part.shown, localized } as const;
        return { kind: 'point', code: codes.push(code) - 1 };
      }
      const shown =
        part.kind === 'number' ? sampleNumber(part.category) : dialect.decode(text, specials);
      const code: Code =
        part.kind === 'choice'
          ? {
              kind: 'kept',
              open: text,
              close: '',
              // A word of the sentence, as what it chooses is.
              shown: `${/^\{\s*[^\s,]*/.exec(text)?.[0] ?? '{'}}`,
              start: offset + part.start,
            }
          : { kind: 'kept', open: text, close: '', shown };
      return { kind: 'point', code: codes.push(code) - 1 };
    });
    const slot = collector.add({
      ...place(start, end),
      inlines,
      codes,
      encode: (text) => dialect.encode(text, specials),
    });
    if (slot) slots.push(slot);
    return slot;
  };

  /** A message that is nothing but an ordinal. */
  const addOrdinal = (part: Ordinal): readonly number[] => {
    const paragraph = collector.paragraphs.push({ text: part.shown, codes: [] }) - 1;
    slots.push({
      ...movedText(place(part.start, part.end), paragraph),
      isAdded: true,
      finish: (_rendered, { targetLanguage }) =>
        part.write(targetLanguage, dialect) ?? source.slice(part.start, part.end),
    });
    return [paragraph];
  };

  /** @returns the paragraphs in it */
  const addLevel = (
    range: { readonly start: number; readonly end: number },
    found: readonly MessagePart[],
    around: Surroundings,
  ): readonly number[] => {
    const level = found.map((part) =>
      part.kind === 'choice' ? (ordinalOf(source, part) ?? part) : part,
    );
    const choices = level.filter((part): part is Choice => part.kind === 'choice');
    const [choice] = choices;
    const index = choice ? level.indexOf(choice) : -1;
    const sides = [level.slice(0, index), level.slice(index + 1)] as const;
    const isPlural = choice !== undefined && choice.type !== 'select';
    const hasNumber = [...sides.flat(), ...around.before, ...around.after].some(
      (part) => part.kind === 'number' || (part.kind === 'ordinal' && part.hasNumber),
    );
    // The sign for the number means that of the innermost plural.
    if (!choice || choices.length > 1 || (isPlural && hasNumber)) {
      const first = slots.length;
      const slot = addSentence(
        range,
        [...around.before, ...level, ...around.after],
        around.specials,
      );
      const [only] = level;
      if (!slot && around === NOTHING_AROUND && only?.kind === 'ordinal' && level.length === 1) {
        return addOrdinal(only);
      }
      const inside = choices.flatMap((nested) => addBranches(nested, NOTHING_AROUND));
      if (slot && inside.length > 0) slots[first] = { ...slot, together: [slot.paragraph] };
      return [...(slot ? [slot.paragraph] : []), ...inside];
    }
    const [left, right] = sides;
    const isSentence = [...left, ...right].some(
      (part) => part.kind === 'argument' || hasLetters(source.slice(part.start, part.end)),
    );
    if (!isSentence) return addBranches(choice, around);
    const moved = {
      before: [...around.before, ...left],
      after: [...right, ...around.after],
      specials: around.specials,
    };
    const paragraphs = addBranches(choice, moved);
    for (const [start, end] of [
      [range.start, choice.start],
      [choice.end, range.end],
    ] as const) {
      if (paragraphs.length === 0 || start === end) continue;
      slots.push(movedText(place(start, end), paragraphs[0] as number));
    }
    return paragraphs;
  };

  const addBranches = (choice: Choice, around: Surroundings): readonly number[] => {
    const { type, branches } = choice;
    const specials = type === 'select' ? around.specials : type === 'choice' ? '{}|' : '{}#';
    const first = slots.length;
    const paragraphs: number[] = [];
    for (const branch of branches) {
      const from = slots.length;
      const parts = type === 'selectordinal' ? withOrdinals(source, choice, branch) : branch.parts;
      const inside = addLevel(branch, parts, { ...around, specials });
      append(paragraphs, inside);
      const isOther = branch.key === 'other' && (type === 'plural' || type === 'selectordinal');
      const [sentence] = slots.slice(from);
      if (isOther && sentence) {
        const isWhole = slots.length === from + 1;
        slots.push(addedForms(sentence, branch, choice, isWhole));
      }
    }
    // Half of the branches in one language and half in another would be no message.
    for (let index = first; index < slots.length; index++) {
      slots[index] = { ...(slots[index] as Slot), together: paragraphs };
    }
    return paragraphs;
  };

  /** The forms that the target language needs in addition, with the text of the last one. */
  const addedForms = (
    sentence: Slot,
    branch: Branch,
    { type, branches, offset: takenOff }: Choice,
    isWhole: boolean,
  ): Slot => {
    const keys = branches.map(({ key }) => key);
    const isSpaced = /\s/.test(source[branch.start - 2] ?? '');
    return {
      ...sentence,
      ...place(branch.end + dialect.closingLength, branch.end + dialect.closingLength),
      finish(rendered, { targetLanguage }) {
        const kind = type === 'plural' ? 'cardinal' : 'ordinal';
        const forms = { keys, offset: takenOff, type: kind } as const;
        const missing = missingCategories(targetLanguage, forms);
        for (const name of missing)
          (isWhole ? message.forms.added : message.forms.lacking).add(name);
        if (!isWhole) return '';
        return missing.map((name) => dialect.writeForm(name, rendered, isSpaced)).join('');
      },
    };
  };

  const paragraphs = addLevel({ start: 0, end: source.length }, parts, NOTHING_AROUND);
  return slots.map((slot) =>
    slot.isMoved && !slot.isAdded ? { ...slot, together: paragraphs } : slot,
  );
};

/** A place whose text is written elsewhere. */
const movedText = (
  { start, end }: { readonly start: number; readonly end: number },
  paragraph: number,
): Slot => ({
  start,
  end,
  paragraph,
  codes: [],
  before: [],
  core: [],
  after: [],
  encode: () => '',
  isMoved: true,
});

const NOTHING_AROUND: Surroundings = { before: [], after: [], specials: '{}' };

/** Sentences for people about the forms. */
export const formNotes = ({ added, lacking }: MissingForms): readonly string[] => [
  ...(added.size > 0 ? [pluralNote(added)] : []),
  ...(lacking.size > 0 ? [lackingNote(lacking)] : []),
];

const hasLetters = (text: string): boolean => /\p{L}/u.test(text.replace(/\\./g, ''));
