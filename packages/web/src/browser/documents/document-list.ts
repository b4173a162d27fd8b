import { element } from '../elements.js';
import type { MessageKey } from '../locales/en.js';
import { formatByteLimit, message } from '../messages.js';
import { asFailure, PageFailure } from '../service/failures.js';
import { createDocumentCard, type DocumentCard } from './document-card.js';
import type { DocumentKinds } from './document-files.js';
import { translateDocument } from './translate-document.js';

/** The server receives few uploads at once, those of other visitors included. */
const DOCUMENTS_AT_ONCE = 3;

/** The languages of documents: those chosen when the work begins. */
interface DocumentLanguages {
  readonly targetCode: string;
  readonly targetName: string;
  /** Undefined: the server detects it. */
  readonly sourceCode: string | undefined;
}

interface DocumentListContext {
  readonly kinds: DocumentKinds;
  /** @throws PageFailure while the languages cannot be loaded */
  readonly languages: () => Promise<DocumentLanguages>;
  /**
   * Selects another target because a document is in this one, unless the visitor chose it.
   *
   * @returns whether another one is selected now
   */
  readonly leaveTarget: (targetCode: string) => Promise<boolean>;
  /** Explains a failure of the server. */
  readonly describeFailure: (failure: PageFailure) => string;
  /** Announces what has happened. */
  readonly say: (text: string) => void;
}

/**
 * Runs little work at once; the rest waits in order.
 *
 * @param work must end soon once what it works for is no longer wanted
 */
const createSlots = (count: number): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
};

/** What the page says for the reasons of the server. */
const MESSAGE_BY_REASON: Readonly<Record<string, MessageKey>> = {
  unsupported_format: 'documentUnsupported',
  outdated_format: 'documentUnsupported',
  output_format_unsupported: 'documentOutputUnsupported',
  format_mismatch: 'documentMismatch',
  empty_file: 'documentEmpty',
  encrypted: 'documentEncrypted',
  truncated: 'documentDamaged',
  malformed: 'documentMalformed',
  too_large: 'documentTooMuch',
  scanned_pdf: 'documentScanned',
  unreadable_pdf: 'documentMalformed',
  signed_pdf: 'documentSigned',
  xfa_form: 'documentXfa',
  fonts_missing: 'documentFonts',
  already_translated: 'documentFinished',
  nothing_translated: 'documentNothing',
  too_slow: 'documentTooSlow',
};

/** `letter.html` translated into `ES` is `letter.es.html`; as `docx`, it is `letter.es.docx`. */
export const translatedName = (name: string, targetCode: string, extension?: string): string => {
  const [, stem = name, ending = '.txt'] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
  return `${stem}.${targetCode.toLowerCase()}${extension === undefined ? ending : `.${extension}`}`;
};

/** The extension of a file name, in lower case and without dot; empty if there is none. */
export const extensionOf = (name: string): string =>
  /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Saves content as a file. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By the next turn of the event loop, the download has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(address));
};

/** Refuses what need not be sent. @throws PageFailure */
const checkFile = async (file: File, kinds: DocumentKinds): Promise<void> => {
  if (!kinds.isKnown(extensionOf(file.name))) throw new PageFailure('unsupported');
  if (file.size > kinds.maxBytes) throw new PageFailure('too-large');
  // A file that was moved away, or a folder.
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new PageFailure('unreadable');
    });
};

const saveAsWords = (format: string): string =>
  format === '' ? '' : ` ${message('documentSaveAs', { format })}`;

const acceptedWords = ({ extensions }: DocumentKinds): string =>
  ` ${message('documentAccepted', { formats: extensions.join(' ') })}`;

/** Why a document cannot be translated, and what can be done about it. */
export const reasonFor = (
  failure: PageFailure,
  {
    targetName,
    kinds,
    describeFailure,
    fileName,
  }: {
    readonly targetName: string;
    readonly kinds: DocumentKinds;
    /** Explains failures that are not about documents only. */
    readonly describeFailure: (failure: PageFailure) => string;
    readonly fileName?: string;
  },
): string => {
  if (failure.kind === 'too-large') {
    return message('documentTooLarge', { size: formatByteLimit(kinds.maxBytes) });
  }
  if (failure.kind === 'unsupported') {
    const extension = extensionOf(fileName ?? '');
    if (kinds.isPicture(extension)) return message('documentPicture');
    // Who knows what to save it as need not read the whole list.
    const advice = saveAsWords(kinds.saveAs(extension)) || acceptedWords(kinds);
    return describeFailure(failure) + advice;
  }
  if (failure.kind !== 'refused') return describeFailure(failure);
  if (isSameLanguage(failure)) {
    return message('documentSameLanguage', { language: targetName });
  }
  // The server failed, not the file.
  if (failure.code === 'internal') return message('documentBroken');
  const key = MESSAGE_BY_REASON[failure.reason];
  if (!key) return describeFailure(failure);
  if (failure.reason === 'unsupported_format') {
    return message(key) + acceptedWords(kinds);
  }
  if (failure.reason !== 'outdated_format') return message(key);
  const extension = extensionOf(fileName ?? '');
  // What is called as it should be was not saved as that.
  const advice = kinds.isKnown(extension) ? `.${extension}` : kinds.saveAs(extension);
  return message(key) + saveAsWords(advice);
};

const isSameLanguage = (failure: PageFailure): boolean =>
  failure.kind === 'refused' && failure.reason === 'same_language';

/** Whether the same file fails again whatever is chosen. */
const isFinal = ({ kind }: PageFailure): boolean => kind === 'unsupported' || kind === 'too-large';

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
    let keepsHeader = false;
    let hasLeft = false;
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
      let targetCode = '';
      card.showStep({ kind: 'waiting' });
      try {
        const languages = await context.languages();
        signal.throwIfAborted();
        ({ targetName, targetCode } = languages);
        card.showTarget(targetName);
        await checkFile(file, context.kinds);
        const request = { ...languages, outputFormat, keepsHeader };
        const content = await inSlot(() => translateDocument(file, request, signal, card.showStep));
        signal.throwIfAborted();
        const result = translatedName(name, targetCode, outputFormat);
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
        const failure = asFailure(error);
        if (!hasLeft && isSameLanguage(failure)) {
          hasLeft = true;
          const isOther = await context.leaveTarget(targetCode).catch(() => false);
          if (signal.aborted) return;
          if (isOther) return void start();
        }
        const reason = reasonFor(failure, { ...context, targetName, fileName: name });
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
        onHeader(keeps) {
          keepsHeader = keeps;
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
