import { element } from '../elements.js';
import { message } from '../messages/messages.js';
import { PageFailure } from '../service/failures.js';
import { createDocumentCard, type DocumentCard } from './document-card.js';
import type { DocumentKinds } from './document-kinds.js';
import { checkFile, isFinal, reasonFor } from './document-reasons.js';
import { extensionOf, saveFile, translatedName } from './file-names.js';
import { createSlots } from './slots.js';
import { translateDocument } from './translate-document.js';

/** The server receives few uploads at once, those of other visitors included. */
const DOCUMENTS_AT_ONCE = 3;

/** The languages of documents: those chosen when the work begins. */
export interface DocumentLanguages {
  readonly targetCode: string;
  readonly targetName: string;
  /** Undefined: the server detects it. */
  readonly sourceCode: string | undefined;
}

export interface DocumentListContext {
  readonly kinds: DocumentKinds;
  /** @throws PageFailure while the languages cannot be loaded */
  readonly languages: () => Promise<DocumentLanguages>;
  /** Explains a failure of the server. */
  readonly wordsOf: (failure: PageFailure) => string;
  /** Announces what has happened. */
  readonly say: (words: string) => void;
}

/**
 * The documents on the page, each translated by itself.
 *
 * @returns adds files and begins to translate them
 */
export const createDocumentList = (
  context: DocumentListContext,
): ((files: readonly File[]) => void) => {
  const section = element('documents', HTMLElement);
  const list = element('document-list', HTMLUListElement);
  const inSlot = createSlots(DOCUMENTS_AT_ONCE);

  /** Those that would be lost with the page: in translation, or not saved yet. */
  const unsaved = new Set<AbortController>();
  window.addEventListener('beforeunload', (event) => {
    if (unsaved.size > 0) event.preventDefault();
  });
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) for (const running of unsaved) running.abort();
  });

  const remove = ({ element: card }: DocumentCard) => {
    const neighbour = card.nextElementSibling ?? card.previousElementSibling;
    card.remove();
    section.hidden = list.childElementCount === 0;
    // The focus would be lost with the button that was pressed.
    const next = neighbour?.querySelector<HTMLElement>('.remove');
    (next ?? element('open', HTMLButtonElement)).focus();
  };

  const add = (file: File): DocumentCard => {
    const { name, size: bytes } = file;
    const extension = extensionOf(name);
    const outputs = context.kinds.outputsOf(extension);
    let outputFormat = outputs[0];
    let running = new AbortController();
    let save = () => {};

    const stop = () => {
      running.abort();
      unsaved.delete(running);
    };
    const start = async () => {
      stop();
      running = new AbortController();
      unsaved.add(running);
      const { signal } = running;
      let targetName = '';
      card.showStep({ kind: 'waiting' });
      try {
        const languages = await context.languages();
        signal.throwIfAborted();
        targetName = languages.targetName;
        card.showTarget(targetName);
        await checkFile(file, context.kinds);
        const request = { ...languages, outputFormat };
        const content = await inSlot(() => translateDocument(file, request, signal, card.showStep));
        signal.throwIfAborted();
        const result = translatedName(name, languages.targetCode, outputFormat);
        save = () => {
          saveFile(content, result);
          unsaved.delete(running);
          context.say(message('fileSaved', { name: result }));
        };
        card.showDone(result);
        context.say(message('documentWasTranslated', { name }));
      } catch (error) {
        if (signal.aborted) return;
        unsaved.delete(running);
        const failure = error instanceof PageFailure ? error : new PageFailure('broken');
        const reason = reasonFor(failure, { ...context, targetName });
        card.showFailure(reason, !isFinal(failure));
        context.say(message('documentFailed', { name, reason }));
      }
    };
    const card = createDocumentCard(
      { name, bytes, extension, outputs },
      {
        onDownload: () => save(),
        onRetry: () => void start(),
        onOutput(chosen) {
          outputFormat = chosen;
          void start();
        },
        onRemove() {
          stop();
          remove(card);
        },
      },
    );
    void start();
    return card;
  };

  return (files) => {
    const cards = files.map(add).map((card) => card.element);
    list.append(...cards);
    section.hidden = list.childElementCount === 0;
    cards.at(-1)?.scrollIntoView({ block: 'nearest' });
  };
};
