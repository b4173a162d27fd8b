import type { LanguageAdditions } from '../languages/additions.js';
import type { LanguageChoice } from '../languages/language-choice.js';
import { baseOf } from '../languages/languages.js';
import { languageNameOf, locale, message } from '../messages/messages.js';
import type { Translation, TranslationRequest } from '../service/api.js';
import { showBytes } from '../service/show-size.js';

/** What the page says below a translation. */
export interface Note {
  readonly words: string;
  /** What a visitor who may add languages can do about it. */
  readonly offer?: {
    readonly label: string;
    readonly accepted: string;
    readonly accept: () => void;
  };
}

/** Which languages of a link are not here; empty if they all are. */
export const linkNote = (languages: LanguageChoice): string => {
  const unknown = languages.unknownInLink().map(languageNameOf);
  return unknown.length === 0 ? '' : message('linkUnknown', { languages: unknown.join(', ') });
};

/** What the page says below a translation; no words if there is nothing to say. */
export const noteOn = async (
  request: TranslationRequest,
  translation: Translation,
  languages: LanguageChoice,
  additions: LanguageAdditions,
): Promise<Note> => {
  const { words, ...rest } = await noteOnRoute(request, translation, languages, additions);
  return { words: [linkNote(languages), words].filter((note) => note !== '').join(' '), ...rest };
};

const noteOnRoute = async (
  { targetCode, modelType }: TranslationRequest,
  { sourceCode, modelTypeUsed }: Translation,
  languages: LanguageChoice,
  additions: LanguageAdditions,
): Promise<Note> => {
  if (sourceCode === baseOf(targetCode)) {
    return { words: message('alreadyIn', { language: languages.nameOf(sourceCode) }) };
  }
  const route = await languages.routeOf(sourceCode, targetCode);
  if (route?.isStarter) return starterNote(sourceCode, targetCode, languages, additions);
  const notes: string[] = [];
  if (modelType !== undefined && modelTypeUsed !== modelType) {
    notes.push(message(modelType === 'quality_optimized' ? 'onlyFast' : 'onlyBest'));
  }
  if (route?.isRuleBased) {
    notes.push(message(route.isLowQuality ? 'ruleBasedLow' : 'ruleBased'));
    const command = additions.commandFor(baseOf(targetCode));
    if (command !== undefined) notes.push(message('betterModel', { command }));
  }
  return { words: notes.join(' ') };
};

/** The full models that are better than the starters of a pair. */
const starterNote = (
  sourceCode: string,
  targetCode: string,
  languages: LanguageChoice,
  additions: LanguageAdditions,
): Note => {
  const own = locale().split('-', 1)[0]?.toUpperCase();
  // Of the two languages, the one that the visitor does not read is the one to be named.
  const sides = [baseOf(targetCode), sourceCode] as const;
  const foreign = sides.filter((code) => code !== own);
  const named = foreign.find((code) => code !== 'EN') ?? foreign[0] ?? sides[0];
  const words = message('starterOnly', { language: languages.nameOf(named) });
  const better = sides.flatMap((code) => additions.betterFor(code) ?? []);
  if (better.length === 0) return { words };
  if (!additions.mayAdd()) {
    const command = `npx dragoman models pull ${better.map(({ code }) => code.toLowerCase()).join(' ')}`;
    return { words: `${words} ${message('betterModel', { command })}` };
  }
  const size = showBytes(better.reduce((sum, { estimatedBytes }) => sum + estimatedBytes, 0));
  const accept = () => {
    for (const language of better) void additions.add(language);
  };
  const names = better.map(({ name }) => name).join(', ');
  const accepted = message('addStarted', { language: names });
  return { words, offer: { label: message('starterAdd', { size }), accepted, accept } };
};
