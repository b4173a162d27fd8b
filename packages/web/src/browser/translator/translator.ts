import { writeAddress } from '../common/address.js';
import type { GlossaryChoice } from '../glossary/glossary-choice.js';
import type { LanguageAdditions } from '../languages/additions.js';
import type { LanguageChoice } from '../languages/language-choice.js';
import { baseOf } from '../languages/languages.js';
import { message } from '../messages/messages.js';
import type { SourcePane } from '../panes/source-pane.js';
import type { TargetPane } from '../panes/target-pane.js';
import { type Translation, type TranslationRequest, translate } from '../service/api.js';
import { PageFailure } from '../service/failures.js';
import type { ModelChoice } from './model-choice.js';
import { noteOn } from './notes.js';

export interface TranslatorContext {
  readonly languages: LanguageChoice;
  readonly additions: () => LanguageAdditions;
  readonly glossary: GlossaryChoice;
  readonly source: SourcePane;
  readonly target: TargetPane;
  readonly model: ModelChoice;
  /** Maximum request size of the server, in bytes. */
  readonly maxBytes: number;
  /** Called with what is shown, with the source that was detected; undefined if there is no text. */
  readonly onShown: (shown: ShownTranslation | undefined) => void;
  /** Announces what has happened. */
  readonly say: (words: string) => void;
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
  maxBytes,
  onShown,
  say,
  again,
}: TranslatorContext): Translator => {
  let loading: Promise<void> | undefined;

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
      languages.showDetected(undefined);
      model.offer(undefined);
      onShown(undefined);
      return;
    }
    if (new TextEncoder().encode(JSON.stringify(request)).length > maxBytes) {
      throw new PageFailure('too-large');
    }
    const translation = await translate(request, signal);
    signal.throwIfAborted();
    const { sourceCode: detected } = translation;
    // A glossary needs a source, which is only known now.
    const glossaryId = request.glossaryId ?? glossary.idFor(detected, targetCode);
    if (request.glossaryId === undefined && glossaryId !== undefined) {
      const withTerms = { ...request, sourceCode: detected, glossaryId };
      await show(withTerms, await translate(withTerms, signal), signal);
    } else await show(request, translation, signal);
  };

  const show = async (
    request: TranslationRequest,
    translation: Translation,
    signal: AbortSignal,
  ): Promise<void> => {
    languages.showDetected(translation.sourceCode, translation.looksLike);
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
    const about = { code: request.targetCode, note, pairs, sourceText: request.text };
    target.showTranslation(text, about);
    onShown({ request, translation });
    const language = languages.nameOf(request.targetCode);
    say(message(isSame ? 'alreadyIn' : 'translatedInto', { language }));
    if (request.glossaryId === undefined) return;
    const texts = { text: request.text, translation: translation.text };
    const places = await glossary.placesIn(texts, signal);
    if (!signal.aborted) target.showTerms(places);
  };

  return {
    bringUpToDate,
    ensureLanguages,
    forgetLanguages() {
      loading = undefined;
    },
    applyLanguages,
  };
};
