import { writeAddress } from '../address.js';
import { keepChoices, recallChoices } from '../choices.js';
import { checkRadio, element, radios } from '../elements.js';
import type { GlossaryChoice } from '../glossary-choice.js';
import type { LanguageAdditions } from '../languages/additions.js';
import type { LanguageChoice } from '../languages/language-choice.js';
import { baseOf } from '../languages/languages.js';
import { formatFileSize, languageNameOf, locale, message } from '../messages.js';
import type { ModelType, Translation, TranslationRequest } from '../service/api.js';
import { PageFailure } from '../service/failures.js';
import { createPieceTranslator, requireWithin, type TextLimits } from '../service/pieces.js';
import type { SourcePane } from './source-pane.js';
import type { TargetPane } from './target-pane.js';

/** The kind of model to translate with. */
interface ModelChoice {
  /** Undefined if the server chooses. */
  chosen(): ModelType | undefined;
  /** Offers only these kinds, and the one that is chosen; all if it is not known which there are. */
  offer(kinds: readonly ModelType[] | undefined): void;
}

const MODEL_TYPES: readonly ModelType[] = ['latency_optimized', 'quality_optimized'];

const kindOf = ({ value }: HTMLInputElement): ModelType | undefined =>
  MODEL_TYPES.find((kind) => kind === value);

export const createModelChoice = (onChange: () => void): ModelChoice => {
  const choices = radios('model');
  const chosen = () => choices.filter((radio) => radio.checked).map(kindOf)[0];
  checkRadio('model', recallChoices().modelType);
  element('model', HTMLFieldSetElement).addEventListener('change', () => {
    keepChoices({ modelType: chosen() ?? '' });
    onChange();
  });
  return {
    chosen,
    offer(kinds) {
      for (const radio of choices) {
        const kind = kindOf(radio);
        const isThere = kind === undefined || kinds === undefined || kinds.includes(kind);
        radio.labels?.[0]?.toggleAttribute('hidden', !isThere && !radio.checked);
      }
    },
  };
};

interface TranslatorContext {
  readonly languages: LanguageChoice;
  readonly additions: () => LanguageAdditions;
  readonly glossary: GlossaryChoice;
  readonly source: SourcePane;
  readonly target: TargetPane;
  readonly model: ModelChoice;
  readonly limits: TextLimits;
  /** Called with what is shown, with the source that was detected; undefined if there is no text. */
  readonly onShown: (shown: ShownTranslation | undefined) => void;
  /** Announces what has happened. */
  readonly say: (text: string) => void;
  /** Translates once more, because the target has changed. */
  readonly again: () => void;
}

/** A translation that is shown, and what was asked for. */
export interface ShownTranslation {
  readonly request: TranslationRequest;
  readonly translation: Translation;
}

/** Translates the text of the page. */
export interface Translator {
  /** @throws PageFailure; the signal's reason once it aborts */
  bringUpToDate(signal: AbortSignal): Promise<void>;
  /** Loads the languages once; after a failure, again the next time. @throws PageFailure */
  ensureLanguages(): Promise<void>;
  /** The languages have changed. */
  forgetLanguages(): void;
  /** Texts may be translated in another way now. */
  forgetTranslations(): void;
  /** Shows the chosen languages on both sides. */
  applyLanguages(): void;
}

export const createTranslator = ({
  languages,
  additions,
  glossary,
  source,
  target,
  model,
  limits,
  onShown,
  say,
  again,
}: TranslatorContext): Translator => {
  let loading: Promise<void> | undefined;
  const pieces = createPieceTranslator();

  const ensureLanguages = (): Promise<void> => {
    loading ??= loadLanguages().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const loadLanguages = async (): Promise<void> => {
    const isAnything = await languages.load();
    if (!isAnything) {
      const command = 'npx dragoman models pull en-de';
      throw new PageFailure('refused', message('noLanguages', { command }));
    }
    applyLanguages();
    void additions().load();
    await glossary.load();
  };
  const applyLanguages = (): void => {
    source.setLanguage(languages.source(), { isChosen: languages.source() !== undefined });
    target.setLanguage(languages.target());
    if (languages.source() !== undefined) glossary.setSource(languages.source());
  };

  const requestNow = (): TranslationRequest => ({
    text: source.text(),
    targetCode: languages.target(),
    sourceCode: languages.source(),
    modelType: model.chosen(),
    glossaryId: glossary.idFor(languages.source(), languages.target()),
  });

  const bringUpToDate = async (signal: AbortSignal): Promise<void> => {
    await ensureLanguages();
    signal.throwIfAborted();
    const request = requestNow();
    const { text, sourceCode = '', targetCode } = request;
    writeAddress({ text, source: sourceCode, target: targetCode });
    if (text.trim() === '') {
      target.clear();
      target.showNote(linkNote(languages));
      languages.showDetected(undefined);
      model.offer(undefined);
      onShown(undefined);
      return;
    }
    requireWithin(request, limits);
    const translation = await pieces.translate(request, {
      signal,
      visibleFrom: source.visibleFrom(),
      showPart: (part, done) => showPart(request, part, done),
    });
    signal.throwIfAborted();
    await show(request, translation, signal);
  };

  const showPart = (request: TranslationRequest, part: Translation, done: number): void => {
    // Where the text is in the target language, another target is chosen, and all begins again.
    if (part.sourceCode === baseOf(request.targetCode)) return;
    languages.showDetected(part.sourceCode, { isUnsure: part.isUnsure });
    const percent = new Intl.NumberFormat(locale(), { style: 'percent' }).format(done);
    target.showTranslation(part.text, {
      code: request.targetCode,
      note: message('translatedSoFar', { percent }),
      pairs: part.pairs,
      sourceText: request.text,
      isPart: true,
    });
  };

  const show = async (
    request: TranslationRequest,
    translation: Translation,
    signal: AbortSignal,
  ): Promise<void> => {
    languages.showDetected(translation.sourceCode, translation);
    glossary.setSource(translation.sourceCode);
    source.setLanguage(translation.sourceCode, { isChosen: languages.source() !== undefined });
    const isSame = translation.sourceCode === baseOf(request.targetCode);
    if (isSame && (await languages.leaveTarget())) {
      again();
      return;
    }
    const route = await languages.routeOf(translation.sourceCode, request.targetCode);
    if (!signal.aborted) model.offer(route?.modelTypes);
    const note = await noteOn(request, translation, languages, additions());
    signal.throwIfAborted();
    const { text, pairs } = translation;
    const { offer } = note;
    const about = {
      code: request.targetCode,
      note: note.text,
      pairs,
      sourceText: request.text,
      offer: offer && {
        ...offer,
        accept() {
          offer.accept();
          target.showNote(offer.accepted);
        },
      },
    };
    target.showTranslation(text, about);
    onShown({ request, translation });
    const language = languages.nameOf(request.targetCode);
    say(message(isSame ? 'alreadyIn' : 'translatedInto', { language }));
    if (glossary.idFor(translation.sourceCode, request.targetCode) === undefined) return;
    const texts = { text: request.text, translation: translation.text };
    const places = await glossary.placesIn(texts, signal);
    if (!signal.aborted) target.showTerms(places);
  };

  return {
    bringUpToDate,
    ensureLanguages,
    forgetLanguages() {
      loading = undefined;
      pieces.forget();
    },
    forgetTranslations: pieces.forget,
    applyLanguages,
  };
};

/** What the page says below a translation. */
export interface Note {
  readonly text: string;
  /** What a visitor who may add languages can do about it. */
  readonly offer?: {
    readonly label: string;
    readonly accepted: string;
    readonly accept: () => void;
  };
}

/** Which languages of a link are not here; empty if they all are. */
const linkNote = (languages: LanguageChoice): string => {
  const unknown = languages.unknownInLink().map(languageNameOf);
  return unknown.length === 0 ? '' : message('linkUnknown', { languages: unknown.join(', ') });
};

/** What the page says below a translation; no text if there is nothing to say. */
const noteOn = async (
  request: TranslationRequest,
  translation: Translation,
  languages: LanguageChoice,
  additions: LanguageAdditions,
): Promise<Note> => {
  const { text, ...rest } = await noteOnRoute(request, translation, languages, additions);
  return { text: [linkNote(languages), text].filter((note) => note !== '').join(' '), ...rest };
};

const noteOnRoute = async (
  { targetCode, modelType }: TranslationRequest,
  { sourceCode, modelTypeUsed }: Translation,
  languages: LanguageChoice,
  additions: LanguageAdditions,
): Promise<Note> => {
  if (sourceCode === baseOf(targetCode)) {
    return { text: message('alreadyIn', { language: languages.nameOf(sourceCode) }) };
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
  return { text: notes.join(' ') };
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
  const text = message('starterOnly', { language: languages.nameOf(named) });
  const better = sides.flatMap((code) => additions.betterFor(code) ?? []);
  if (better.length === 0) return { text };
  if (!additions.mayAdd()) {
    const command = `npx dragoman models pull ${better.map(({ code }) => code.toLowerCase()).join(' ')}`;
    return { text: `${text} ${message('betterModel', { command })}` };
  }
  const size = formatFileSize(better.reduce((sum, { estimatedBytes }) => sum + estimatedBytes, 0));
  const accept = () => {
    for (const language of better) void additions.add(language);
  };
  const names = better.map(({ name }) => name).join(', ');
  const accepted = message('addStarted', { language: names });
  return { text, offer: { label: message('starterAdd', { size }), accepted, accept } };
};
