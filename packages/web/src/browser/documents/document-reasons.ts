import type { MessageKey } from '../messages/locales/en.js';
import { message } from '../messages/messages.js';
import { PageFailure } from '../service/failures.js';
import { showSize } from '../service/show-size.js';
import type { DocumentKinds } from './document-kinds.js';
import { extensionOf } from './file-names.js';

/** What the server says to programs before the reason. */
const PREFIX = /^Invalid file data\. /;
/** Its words for a document that would come back as it is. */
const SAME_LANGUAGE = 'Source and target language are equal.';
/** How its other reasons begin; details may follow. */
const REASONS = {
  'This kind of file is not supported.': 'documentUnsupported',
  'The document cannot be written in the output format': 'documentOutputUnsupported',
  'The content of the file is not what its name says.': 'documentMismatch',
  'The file is empty.': 'documentEmpty',
  'The document is encrypted.': 'documentEncrypted',
  'The document holds macros.': 'documentMacros',
  'The file is cut off or damaged.': 'documentDamaged',
  'The file could not be read.': 'documentMalformed',
  'The document is too large.': 'documentTooMuch',
  'The PDF holds pictures of pages': 'documentScanned',
  'The PDF is signed': 'documentSigned',
  'The PDF is an XFA form': 'documentXfa',
  'The server has no font': 'documentFonts',
  'The document holds no text to translate.': 'documentNoText',
  'Nothing in the document could be translated.': 'documentNothing',
  'The document takes too long to read or write.': 'documentTooSlow',
  'The document could not be translated.': 'documentBroken',
} as const satisfies Readonly<Record<string, MessageKey>>;

/** Refuses what need not be sent. @throws PageFailure */
export const checkFile = async (file: File, kinds: DocumentKinds): Promise<void> => {
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

/** Why a document cannot be translated, and what can be done about it. */
export const reasonFor = (
  failure: PageFailure,
  {
    targetName,
    kinds,
    wordsOf,
  }: {
    readonly targetName: string;
    readonly kinds: DocumentKinds;
    /** Explains failures that are not about documents only. */
    readonly wordsOf: (failure: PageFailure) => string;
  },
): string => {
  if (failure.kind === 'too-large') {
    return message('documentTooLarge', { size: showSize(kinds.maxBytes) });
  }
  if (failure.kind === 'unsupported') {
    return `${wordsOf(failure)} ${kinds.extensions.join(' ')}`;
  }
  if (failure.kind !== 'refused') return wordsOf(failure);
  const reason = failure.message.replace(PREFIX, '');
  if (reason === SAME_LANGUAGE) return message('documentSameLanguage', { language: targetName });
  const known = Object.entries(REASONS).find(([start]) => reason.startsWith(start));
  if (known) return message(known[1]);
  // The advice for programs is to name the parameter.
  const isDetection = reason.includes("'source_lang'");
  return wordsOf(new PageFailure(isDetection ? 'no-route' : 'refused', reason));
};

/** Whether the same file fails again whatever is chosen. */
export const isFinal = ({ kind }: PageFailure): boolean =>
  kind === 'unsupported' || kind === 'too-large';
