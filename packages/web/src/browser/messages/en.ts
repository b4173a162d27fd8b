/** One message: a text with `{values}`, or one for each plural form of the value `count`. */
export type Message =
  | string
  | (Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string });

/** The messages of the page in English; all other languages have the same ones. */
export const EN = {
  documentWaiting: 'Waiting',
  documentSending: 'Sending…',
  documentQueued: 'Waiting for its turn',
  documentTranslating: 'Translating…',
  documentSecondsLeft: { one: 'About {count} second left', other: 'About {count} seconds left' },
  documentMinutesLeft: { one: 'About {count} minute left', other: 'About {count} minutes left' },
  documentUnreachable: 'The server cannot be reached. The page keeps trying.',
  documentDone: 'Translated',
  documentInto: 'into {language}',
  documentProgress: 'Translating {name}',
  documentDownload: 'Download',
  documentDownloadNamed: 'Download {name}',
  documentRetry: 'Try again',
  documentRetryNamed: 'Try {name} again',
  documentRemoveNamed: 'Remove {name}',
  documentOutput: 'Format of the translation of {name}',
  documentWasTranslated: '{name} was translated.',
  documentFailed: '{name}: {reason}',
  documentTooLarge: 'The file is too large: this server takes documents up to {size}.',
  documentUnsupported:
    'This kind of file cannot be translated. Save documents with macros, or of old programs, as docx, xlsx or pptx.',
  documentUnreadable: 'The browser cannot read this file. Choose it again; folders cannot be sent.',
  documentSameLanguage:
    'The document is already in {language}. Choose another language above and try again.',
  documentGone: 'The document is no longer on the server. Try again to send it once more.',
  retrying: 'The page keeps trying.',
  fileSaved: 'Saved as {name}.',
} as const satisfies Readonly<Record<string, Message>>;

export type MessageKey = keyof typeof EN;

/** The messages of one language. */
export type Messages = Readonly<Record<MessageKey, Message>>;
