import { message } from '../messages/messages.js';
import { PageFailure } from '../service/failures.js';
import { showSize } from '../service/show-size.js';
import type { DocumentKinds } from './document-kinds.js';
import { extensionOf } from './file-names.js';

/** What the server says to programs before the reason. */
const PREFIX = /^Invalid file data\. /;
/** Its words for a document that would come back as it is. */
const SAME_LANGUAGE = 'Source and target language are equal.';

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
  if (failure.kind !== 'refused') return wordsOf(failure);
  const reason = failure.message.replace(PREFIX, '');
  if (reason === SAME_LANGUAGE) return message('documentSameLanguage', { language: targetName });
  // The advice for programs is to name the parameter.
  const isDetection = reason.includes("'source_lang'");
  return wordsOf(new PageFailure(isDetection ? 'no-route' : 'refused', reason));
};

/** Whether the same file fails again whatever is chosen. */
export const isFinal = ({ kind }: PageFailure): boolean =>
  kind === 'unsupported' || kind === 'too-large';
