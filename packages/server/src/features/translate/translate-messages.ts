import { invalidParameter, type LanguageTag, toTag } from '@dragoman/contract';
import {
  countCodePoints,
  type DetectLanguages,
  type TranslatedText,
  type TranslationRequest,
  type Translator,
  yieldToLoop,
} from '@dragoman/core';
import {
  isBrokenMessage,
  type Message,
  type Paragraph,
  readableText,
  readMessage,
} from '@dragoman/documents';

interface MessageCall {
  readonly translator: Pick<Translator, 'translate'>;
  readonly detect: DetectLanguages;
  readonly request: TranslationRequest;
  readonly signal: AbortSignal;
}

/** Sentences of all messages that are translated in one go. */
interface Group {
  readonly source: LanguageTag | undefined;
  readonly paragraphs: Paragraph[];
  /** The text that each of them is of. */
  readonly messages: number[];
}

/** A text, and where its sentences are among those that are translated together. */
interface Plan {
  readonly text: string;
  readonly message: Message | undefined;
  readonly places: readonly { readonly group: Group; readonly index: number }[];
}

/**
 * Translates texts that may be ICU messages: branch by branch, each as a whole sentence. A text
 * without branches is translated as any other.
 *
 * @throws AppError `invalid_parameter` for a message that is not well-formed, and as the translator
 *   does; the signal's reason once it aborts
 */
export const translateMessages = async (call: MessageCall): Promise<readonly TranslatedText[]> => {
  const { detect, request, signal } = call;
  const groups = new Map<LanguageTag | undefined, Group>();
  const groupOf = (source: LanguageTag | undefined): Group => {
    const group = groups.get(source) ?? { source, paragraphs: [], messages: [] };
    groups.set(source, group);
    return group;
  };
  const plan = async (text: string, index: number): Promise<Plan> => {
    const message = readMessage(text);
    if (!message && isBrokenMessage(text)) throw brokenMessage(index);
    const paragraphs = message?.paragraphs ?? [{ text, codes: [] }];
    // The branches of a message are in one language, of which each alone says less.
    const source = request.source ?? (message && (await sourceOf(message, detect, signal)));
    const places = paragraphs.map((paragraph) => {
      const group = groupOf(source);
      group.messages.push(index);
      return { group, index: group.paragraphs.push(paragraph) - 1 };
    });
    return { text, message, places };
  };
  const plans: Plan[] = [];
  const most = Math.max(MIN_CHARACTERS, MAX_GROWTH * lengthOf(request.texts));
  let characters = 0;
  for (const [index, text] of request.texts.entries()) {
    const { places, ...planned } = await plan(text, index);
    characters += lengthOf(places.map((place) => place.group.paragraphs[place.index]?.text ?? ''));
    if (characters > most) throw tooManyBranches(most);
    plans.push({ ...planned, places });
    await yieldToLoop();
    signal.throwIfAborted();
  }
  const translated = new Map<Group, readonly TranslatedText[]>();
  await Promise.all(
    [...groups.values()].map(async (group) => translated.set(group, await translate(group, call))),
  );
  const write = async ({ text, message, places }: Plan): Promise<TranslatedText> => {
    const parts = places.map(
      ({ group, index }) => translated.get(group)?.[index] as TranslatedText,
    );
    const [first] = parts as [TranslatedText];
    if (!message) return first;
    const written = await message.write(
      parts.map(({ text: translated, codes = [] }) => ({ text: translated, codes })),
      toTag(request.target.tags[0] ?? request.target.base),
    );
    const { source, modelType } = first;
    return { ...written, source, modelType, billedCharacters: countCodePoints(text) };
  };
  const texts: TranslatedText[] = [];
  for (const one of plans) {
    texts.push(await write(one));
    await yieldToLoop();
    signal.throwIfAborted();
  }
  return texts;
};

/** What stands around branches is translated with each of them, and billed once. */
const MAX_GROWTH = 8;
/** However short the messages are, their sentences may have as many characters, UTF-16 code units. */
const MIN_CHARACTERS = 200_000;

const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0);

const tooManyBranches = (most: number) =>
  invalidParameter(
    'text',
    `The branches of the ICU messages make sentences of more than ${most} characters; send fewer messages in a request.`,
  );

const brokenMessage = (index: number) =>
  invalidParameter(
    'text',
    `Text ${index + 1} is not a well-formed ICU message: check its braces, and that each 'plural' or 'select' has branches (at most 500, in 6 levels, with 200,000 characters in all of their sentences).`,
  );

const translate = (
  { source, paragraphs, messages }: Group,
  { translator, request, signal }: MessageCall,
): Promise<readonly TranslatedText[]> => {
  const texts = paragraphs.map(({ text }) => text);
  const codes = paragraphs.map((paragraph) => paragraph.codes);
  const options = { ...request.options, markup: undefined };
  const whole = { ...request, ...(source && { source }), texts, codes, messages, options };
  return translator.translate(whole, signal);
};

const sourceOf = async (
  { paragraphs }: Message,
  detect: DetectLanguages,
  signal: AbortSignal,
): Promise<LanguageTag | undefined> => {
  const sample = paragraphs.map(readableText).join('\n');
  return (await detect([sample], signal))[0]?.language ?? undefined;
};
