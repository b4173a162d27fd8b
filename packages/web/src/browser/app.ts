import { readAddress, writeAddress } from './common/address.js';
import { keepChoices, recallChoices } from './common/choices.js';
import { checkRadio, element, radios } from './common/elements.js';
import { listenForShortcuts } from './common/shortcuts.js';
import { readDocumentKinds } from './documents/document-kinds.js';
import { createDocumentList } from './documents/document-list.js';
import { extensionOf, saveFile, translatedName } from './documents/file-names.js';
import { receiveFiles } from './documents/receive-files.js';
import { createLanguageAdditions } from './languages/additions.js';
import { createLanguageChoice } from './languages/language-choice.js';
import { baseOf } from './languages/languages.js';
import { message } from './messages/messages.js';
import { createSourcePane } from './panes/source-pane.js';
import { createTargetPane } from './panes/target-pane.js';
import {
  type ModelType,
  type Translation,
  type TranslationRequest,
  translate,
} from './service/api.js';
import { mayPass, PageFailure, wordsFor } from './service/failures.js';
import { createLatest } from './service/latest.js';
import { chooseTheme, recallTheme } from './theme.js';

/** Longer waits are not shown in seconds. */
const LONGEST_RETRY_SECONDS = 120;
/** Between two attempts to reach a server that is away. */
const AWAY_PAUSE_MS = 3000;
const MODEL_TYPES: readonly ModelType[] = ['latency_optimized', 'quality_optimized'];

const maxBytes = Number(document.documentElement.dataset.maxBodyBytes);

// The parts of the page.

const latest = createLatest((signal) => bringUpToDate(signal));
const languages = createLanguageChoice(() => {
  applyLanguages();
  latest.now();
});
const source = createSourcePane({ onTyping: latest.soon, onReplaced: latest.now });
const status = element('status', HTMLElement);
const say = (words: string): void => {
  status.textContent = words;
};
const target = createTargetPane(say);

const additions = createLanguageAdditions({
  onList: languages.showAddable,
  onInstalled: ({ name }) => {
    say(`${name} was added.`);
    loading = undefined;
    latest.now();
  },
});

// Translates the text.

const requestNow = (): TranslationRequest => ({
  text: source.text(),
  targetCode: languages.target(),
  sourceCode: languages.source(),
  modelType: chosenModel(),
});

/** Undefined if the server chooses. */
const chosenModel = (): ModelType | undefined => {
  const chosen = radios('model').find((radio) => radio.checked)?.value;
  return MODEL_TYPES.find((modelType) => modelType === chosen);
};

const bringUpToDate = async (signal: AbortSignal): Promise<void> => {
  target.setBusy(true);
  try {
    await ensureLanguages();
    signal.throwIfAborted();
    const request = requestNow();
    const { text, sourceCode = '', targetCode } = request;
    writeAddress({ text, source: sourceCode, target: targetCode });
    if (request.text.trim() === '') {
      target.clear();
      languages.showDetected(undefined);
      return;
    }
    if (new TextEncoder().encode(JSON.stringify(request)).length > maxBytes) {
      throw new PageFailure('too-large');
    }
    const translation = await translate(request, signal);
    if (!signal.aborted) await showTranslation(request, translation, signal);
  } catch (error) {
    if (!signal.aborted) tell(error);
  } finally {
    if (!signal.aborted) target.setBusy(false);
  }
};

let loading: Promise<void> | undefined;
/** Loads the languages once; after a failure, again the next time. */
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
    throw new PageFailure(
      'refused',
      'No languages are installed on this server yet. The operator can add some: npx dragoman models pull en-de',
    );
  }
  applyLanguages();
  void additions.load();
};

const applyLanguages = (): void => {
  source.setLanguage(languages.source(), { isChosen: languages.source() !== undefined });
  target.setLanguage(languages.target());
};

// Messages.

const showTranslation = async (
  request: TranslationRequest,
  translation: Translation,
  signal: AbortSignal,
): Promise<void> => {
  languages.showDetected(translation.sourceCode);
  source.setLanguage(translation.sourceCode, { isChosen: languages.source() !== undefined });
  const isSame = translation.sourceCode === baseOf(request.targetCode);
  if (isSame && (await languages.leaveTarget())) {
    latest.now();
    return;
  }
  signal.throwIfAborted();
  target.showTranslation(translation.text, {
    code: request.targetCode,
    note: await noteOn(request, translation),
  });
  const into = languages.nameOf(request.targetCode);
  say(isSame ? `The text is already in ${into}.` : `Translated into ${into}.`);
};

/** Notes about the translation. */
const noteOn = async (request: TranslationRequest, translation: Translation): Promise<string> => {
  const { targetCode, modelType } = request;
  if (translation.sourceCode === baseOf(targetCode)) {
    return `This is already ${languages.nameOf(translation.sourceCode)}.`;
  }
  const starter = languages.starterAmong(translation.sourceCode, targetCode);
  if (starter !== undefined) {
    return `For ${languages.nameOf(starter)} there is only a small starter model: expect mistakes.`;
  }
  const notes: string[] = [];
  if (modelType !== undefined && translation.modelTypeUsed !== modelType) {
    const other = modelType === 'quality_optimized' ? 'fast' : 'best';
    notes.push(`Only the ${other} model is installed for this.`);
  }
  const route = await languages.routeOf(translation.sourceCode, targetCode);
  if (route?.isRuleBased) {
    notes.push(`Rule-based, ${route.isLowQuality ? 'low' : 'basic'} quality.`);
    const command = additions.commandFor(baseOf(targetCode));
    if (command !== undefined) notes.push(`Better: ${command}`);
  }
  return notes.join(' ');
};

const wordsOf = (failure: PageFailure): string => {
  const chosen = languages.source();
  return wordsFor(failure, {
    source: chosen && languages.nameOf(chosen),
    target: languages.nameOf(languages.target()),
    maxBytes,
  });
};

const tell = (error: unknown): void => {
  const failure = error instanceof PageFailure ? error : new PageFailure('broken');
  const words = wordsOf(failure);
  if (failure.kind === 'no-route') {
    target.clear();
    languages.showDetected(undefined);
  }
  const seconds = failure.retryAfterSeconds;
  if (mayPass(failure) && seconds !== undefined && seconds <= LONGEST_RETRY_SECONDS) {
    const wait = Math.max(1, seconds);
    const when = wait === 1 ? 'in a second' : `in ${wait} seconds`;
    target.showTrouble(`${words} Trying again ${when}.`, latest.now);
    latest.after(wait * 1000);
    return;
  }
  if (failure.kind === 'network-gone' || failure.kind === 'not-ready') {
    target.showTrouble(`${words} ${message('retrying')}`, latest.now);
    latest.after(AWAY_PAUSE_MS);
    return;
  }
  const addable = failure.kind === 'no-route' ? additions.namedIn(failure.message) : undefined;
  if (addable && additions.mayAdd()) {
    const add = () => {
      target.showTrouble(`${addable.name} is being downloaded. The text is translated then.`);
      void additions.add(addable);
    };
    target.showTrouble(words, add, `Add ${addable.name}`);
    return;
  }
  target.showTrouble(words, mayPass(failure) ? latest.now : undefined);
};

// Actions other than typing and choosing languages.

const swap = (): void => {
  const translated = target.text();
  if (!languages.swap()) return;
  target.clear();
  applyLanguages();
  say(
    `Now from ${languages.nameOf(languages.source() ?? '')} into ${languages.nameOf(languages.target())}.`,
  );
  if (translated !== '') source.setText(translated);
  else latest.now();
};

const save = (): void => {
  const name = translatedName('translation.txt', languages.target());
  saveFile(new Blob([target.text()], { type: 'text/plain;charset=utf-8' }), name);
  say(message('fileSaved', { name }));
};

// Documents.

const kinds = readDocumentKinds();
const addDocuments = createDocumentList({
  kinds,
  async languages() {
    await ensureLanguages();
    const targetCode = languages.target();
    const targetName = languages.nameOf(targetCode);
    return { targetCode, targetName, sourceCode: languages.source() };
  },
  wordsOf,
  say,
});
const openChooser = receiveFiles(addDocuments, (name) => kinds.isKnown(extensionOf(name)));

element('open', HTMLButtonElement).addEventListener('click', openChooser);
element('swap', HTMLButtonElement).addEventListener('click', swap);
element('save', HTMLButtonElement).addEventListener('click', save);
listenForShortcuts(latest.now, { s: swap, c: () => void target.copy(), o: openChooser });

checkRadio('model', recallChoices().modelType);
element('model', HTMLFieldSetElement).addEventListener('change', () => {
  keepChoices({ modelType: chosenModel() ?? '' });
  latest.now();
});
checkRadio('theme', recallTheme());
element('theme', HTMLFieldSetElement).addEventListener('change', (event) => {
  if (event.target instanceof HTMLInputElement) chooseTheme(event.target.value);
});

/** Takes the text and the languages from the address: after a reload, and of a link. */
const readFromAddress = (): void => {
  const state = readAddress(location.hash);
  if (!state) return;
  keepChoices({ source: state.source, ...(state.target !== '' && { target: state.target }) });
  loading = undefined;
  source.setText(state.text);
};
window.addEventListener('hashchange', readFromAddress);
window.addEventListener('online', latest.now);
readFromAddress();
latest.now();
if (matchMedia('(pointer: fine)').matches) source.focus();
