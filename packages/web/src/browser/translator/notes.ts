import type { LanguageAdditions } from '../languages/additions.js';
import type { LanguageChoice } from '../languages/language-choice.js';
import { baseOf } from '../languages/languages.js';
import { message } from '../messages/messages.js';
import type { Translation, TranslationRequest } from '../service/api.js';

/** What the page says below a translation. */
export const noteOn = async (
  { targetCode, modelType }: TranslationRequest,
  { sourceCode, modelTypeUsed }: Translation,
  languages: LanguageChoice,
  additions: LanguageAdditions,
): Promise<string> => {
  if (sourceCode === baseOf(targetCode)) {
    return message('alreadyIn', { language: languages.nameOf(sourceCode) });
  }
  const starter = languages.starterAmong(sourceCode, targetCode);
  if (starter !== undefined) {
    return message('starterOnly', { language: languages.nameOf(starter) });
  }
  const notes: string[] = [];
  if (modelType !== undefined && modelTypeUsed !== modelType) {
    notes.push(message(modelType === 'quality_optimized' ? 'onlyFast' : 'onlyBest'));
  }
  const route = await languages.routeOf(sourceCode, targetCode);
  if (route?.isRuleBased) {
    notes.push(message(route.isLowQuality ? 'ruleBasedLow' : 'ruleBased'));
    const command = additions.commandFor(baseOf(targetCode));
    if (command !== undefined) notes.push(message('betterModel', { command }));
  }
  return notes.join(' ');
};
