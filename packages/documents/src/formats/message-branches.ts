import { append } from '../many-values.js';
import type { Code, Inline, Slot } from '../model.js';
import type { ParagraphCollector } from '../paragraph-collector.js';
import { lackingNote, pluralCategories, pluralNote, sampleNumber } from '../plural-categories.js';

/** Something of a message. Places are in the source of the message. */
export type MessagePart =
  | { readonly kind: 'text' | 'argument'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'number';
      readonly start: number;
      readonly end: number;
      /** The key of the branch it stands in. */
      readonly category: string;
    }
  | Choice;

export interface Choice {
  readonly kind: 'choice';
  readonly type: 'plural' | 'selectordinal' | 'select' | 'choice';
  readonly start: number;
  readonly end: number;
  readonly branches: readonly Branch[];
}

export interface Branch {
  readonly key: string;
  readonly start: number;
  /** Of the text in it. */
  readonly end: number;
  readonly parts: readonly MessagePart[];
}

/** How a format writes messages. */
export interface MessageDialect {
  /** Reads and writes text of a branch. @param specials signs that mean something in it */
  readonly decode: (source: string, specials: string) => string;
  readonly encode: (text: string, specials: string) => string;
  /** Writes a branch that goes behind the one for all other numbers. */
  readonly writeForm: (key: string, rendered: string) => string;
  /** How many signs end a branch, behind which another one can begin. */
  readonly closingLength: number;
}

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
  const { source, offset, collector, dialect, forms } = message;
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
      const shown =
        part.kind === 'number' ? sampleNumber(part.category) : dialect.decode(text, specials);
      const code: Code =
        part.kind === 'choice'
          ? { kind: 'point', open: text, close: '', start: offset + part.start }
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

  /** @returns the paragraphs in it */
  const addLevel = (
    range: { readonly start: number; readonly end: number },
    level: readonly MessagePart[],
    around: Surroundings,
  ): readonly number[] => {
    const choices = level.filter((part): part is Choice => part.kind === 'choice');
    const [choice] = choices;
    const index = choice ? level.indexOf(choice) : -1;
    const sides = [level.slice(0, index), level.slice(index + 1)] as const;
    const isPlural = choice !== undefined && choice.type !== 'select';
    const hasNumber = [...sides.flat(), ...around.before, ...around.after].some(
      ({ kind }) => kind === 'number',
    );
    // The sign for the number means that of the innermost plural.
    if (!choice || choices.length > 1 || (isPlural && hasNumber)) {
      const first = slots.length;
      const slot = addSentence(
        range,
        [...around.before, ...level, ...around.after],
        around.specials,
      );
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
      slots.push({
        ...place(start, end),
        paragraph: paragraphs[0] as number,
        codes: [],
        before: [],
        core: [],
        after: [],
        encode: () => '',
        isMoved: true,
      });
    }
    return paragraphs;
  };

  const addBranches = ({ type, branches }: Choice, around: Surroundings): readonly number[] => {
    const specials = type === 'select' ? around.specials : type === 'choice' ? '{}|' : '{}#';
    const first = slots.length;
    const paragraphs: number[] = [];
    for (const branch of branches) {
      const from = slots.length;
      const inside = addLevel(branch, branch.parts, { ...around, specials });
      append(paragraphs, inside);
      const isOther = branch.key === 'other' && (type === 'plural' || type === 'selectordinal');
      const [sentence] = slots.slice(from);
      if (isOther && sentence) {
        const isWhole = slots.length === from + 1;
        slots.push(addedForms(sentence, branch, { type, branches, isWhole }));
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
    { type, branches, isWhole }: Pick<Choice, 'type' | 'branches'> & { readonly isWhole: boolean },
  ): Slot => {
    const keys = new Set(branches.map(({ key }) => key));
    return {
      ...sentence,
      ...place(branch.end + dialect.closingLength, branch.end + dialect.closingLength),
      finish(rendered, { targetLanguage }) {
        const kind = type === 'plural' ? 'cardinal' : 'ordinal';
        const missing = pluralCategories(targetLanguage, kind).filter((name) => !keys.has(name));
        for (const name of missing) (isWhole ? forms.added : forms.lacking).add(name);
        if (!isWhole) return '';
        return missing.map((name) => dialect.writeForm(name, rendered)).join('');
      },
    };
  };

  const paragraphs = addLevel({ start: 0, end: source.length }, parts, NOTHING_AROUND);
  return slots.map((slot) => (slot.isMoved ? { ...slot, together: paragraphs } : slot));
};

const NOTHING_AROUND: Surroundings = { before: [], after: [], specials: '{}' };

/** Sentences for people about the forms. */
export const formNotes = ({ added, lacking }: MissingForms): readonly string[] => [
  ...(added.size > 0 ? [pluralNote(added)] : []),
  ...(lacking.size > 0 ? [lackingNote(lacking)] : []),
];

const hasLetters = (text: string): boolean => /\p{L}/u.test(text.replace(/\\./g, ''));
