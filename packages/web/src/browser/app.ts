import { listenForShortcuts } from './shortcuts.js';
import './written-page.js';
import { readAddress } from './address.js';
import { offerAlternatives } from './alternatives-panel.js';
import { createCodePanel } from './code-panel.js';
import { readDocumentKinds, receiveFiles } from './documents/document-files.js';
import {
  createDocumentList,
  extensionOf,
  saveFile,
  translatedName,
} from './documents/document-list.js';
import { checkRadio, element } from './elements.js';
import { createGlossaryChoice } from './glossary-choice.js';
import { createLanguageAdditions } from './languages/additions.js';
import { createLanguageChoice } from './languages/language-choice.js';
import { baseOf } from './languages/languages.js';
import { message, offerPageLanguages } from './messages.js';
import { createRecentPanel } from './recent-panel.js';
import { createLatest } from './service/latest.js';
import { createSpeech } from './speech.js';
import { chooseTheme, recallTheme } from './theme.js';
import { createSourcePane } from './translator/source-pane.js';
import { createTargetPane } from './translator/target-pane.js';
import {
  createModelChoice,
  createTranslator,
  type ShownTranslation,
} from './translator/translator.js';
import { createTrouble } from './translator/trouble.js';

const { maxBodyBytes, maxCharacters, hasPassword } = document.documentElement.dataset;
const maxBytes = Number(maxBodyBytes);

// The parts of the page.

const status = element('status', HTMLElement);
const say = (text: string): void => {
  status.textContent = text;
};

const latest = createLatest(async (signal) => {
  target.setBusy(true);
  try {
    await translator.bringUpToDate(signal);
  } catch (error) {
    if (!signal.aborted) trouble.tell(error);
  } finally {
    if (!signal.aborted) target.setBusy(false);
  }
});
const languages = createLanguageChoice({
  onChange() {
    translator.applyLanguages();
    latest.now();
  },
  onMissing: (base) => additions.addOrExplain(base),
});
const additions = createLanguageAdditions({
  onList: languages.showMissing,
  onInstalled({ name }) {
    say(message('added', { language: name }));
    translator.forgetLanguages();
    latest.now();
  },
});
const source = createSourcePane({
  onTyping() {
    languages.leaveLink();
    latest.soon();
  },
  onReplaced: latest.now,
});
const target = createTargetPane(say);
const trouble = createTrouble({ languages, additions, target, latest, maxBytes });
const glossary = createGlossaryChoice({
  targetCode: languages.target,
  nameOf: languages.nameOf,
  describeFailure: trouble.describe,
  onChange() {
    translator.forgetTranslations();
    latest.now();
  },
});
const model = createModelChoice(latest.now);
const code = createCodePanel(say);
const recent = createRecentPanel(hasPassword !== 'true', say);
/** With the source that was detected. */
let shown: ShownTranslation | undefined;
const speech = createSpeech({
  source: () => ({ text: source.text(), language: shown?.translation.sourceCode ?? '' }),
  translation: () => ({ text: target.text(), language: shown?.request.targetCode ?? '' }),
});
const translator = createTranslator({
  languages,
  glossary,
  source,
  target,
  limits: { maxBytes, maxCharacters: Number(maxCharacters) },
  say,
  onShown(now) {
    shown = now;
    code.showRequest(now?.request);
    speech.update();
    if (!now) return;
    const { text, sourceCode = '', targetCode } = now.request;
    recent.add({ text, translation: now.translation.text, source: sourceCode, target: targetCode });
  },
  additions: () => additions,
  model,
  again: latest.now,
});

offerAlternatives({
  target,
  request: () => shown && { ...shown.request, sourceCode: shown.translation.sourceCode },
  say,
  describeFailure: trouble.describe,
});

// Documents.

const kinds = readDocumentKinds();
const addDocuments = createDocumentList({
  kinds,
  async languages() {
    await translator.ensureLanguages();
    const targetCode = languages.target();
    const targetName = languages.nameOf(targetCode);
    return { targetCode, targetName, sourceCode: languages.source() };
  },
  async leaveTarget(targetCode) {
    // Another document, or the visitor, was faster.
    if (languages.target() !== targetCode) return true;
    const hasLeft = await languages.leaveTarget(baseOf(targetCode));
    if (hasLeft) translator.applyLanguages();
    return hasLeft;
  },
  describeFailure: trouble.describe,
  say,
});
const openChooser = receiveFiles(addDocuments, (name) => kinds.isKnown(extensionOf(name)));

// Actions other than typing and choosing languages.

const swap = (): void => {
  const translated = target.text();
  if (!languages.swap()) return;
  target.clear();
  translator.applyLanguages();
  say(
    message('swapped', {
      source: languages.nameOf(languages.source() ?? ''),
      target: languages.nameOf(languages.target()),
    }),
  );
  if (translated !== '') source.setText(translated);
  else latest.now();
};

const save = (): void => {
  const name = translatedName('translation.txt', languages.target());
  saveFile(new Blob([target.text()], { type: 'text/plain;charset=utf-8' }), name);
  say(message('fileSaved', { name }));
};

element('open', HTMLButtonElement).addEventListener('click', openChooser);
element('swap', HTMLButtonElement).addEventListener('click', swap);
element('save', HTMLButtonElement).addEventListener('click', save);
listenForShortcuts(latest.now, { s: swap, c: () => void target.copy(), o: openChooser });

// Settings.

offerPageLanguages();
checkRadio('theme', recallTheme());
element('theme', HTMLFieldSetElement).addEventListener('change', (event) => {
  if (event.target instanceof HTMLInputElement) chooseTheme(event.target.value);
});

/** Takes the text and the languages from the address: after a reload, and of a link. */
const readFromAddress = (): void => {
  const state = readAddress(location.hash);
  if (!state) return;
  languages.followLink(state);
  translator.forgetLanguages();
  if (state.text !== '') source.setText(state.text);
};
window.addEventListener('hashchange', readFromAddress);
window.addEventListener('online', latest.now);
readFromAddress();
latest.now();
if (matchMedia('(pointer: fine)').matches) source.focus();
