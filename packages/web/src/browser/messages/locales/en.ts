/** One message: a text with `{values}`, or one for each plural form of the value `count`. */
export type Message =
  | string
  | (Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string });

/** The messages of the page in English; all other languages have the same ones. */
export const MESSAGES = {
  // The frame of the page.
  title: 'Dragoman: translate',
  appearance: 'Appearance',
  themeSystem: 'As the system',
  themeLight: 'Light',
  themeDark: 'Dark',
  pageLanguage: 'Language of this page',
  model: 'Model',
  modelAutomatic: 'Automatic',
  modelFast: 'Fast',
  modelBest: 'Best',
  shortcuts: 'Keyboard shortcuts',
  keyTranslate: 'translate now',
  keySwap: 'swap',
  keyCopy: 'copy',
  keyOpen: 'open files',
  footerPlace: 'Translated on this server. The page loads nothing from anywhere else.',
  footerApi: 'For programs: the API',
  close: 'Close',

  // Languages.
  translateFrom: 'Translate from',
  translateInto: 'Translate into',
  detectLanguage: 'Detect language',
  detected: '{language} detected',
  looksLike: 'This looks like {language}',
  swapLanguages: 'Swap languages',
  swapped: 'Now from {source} into {target}.',
  variantOf: 'Variant of {language}',
  variantGeneral: 'General',
  searchLanguages: 'Search languages',
  languagesFound: { one: '{count} language found', other: '{count} languages found' },
  recentlyUsed: 'Recently used',
  allLanguages: 'All languages',
  notFrom: 'Not from {language}',
  notInstalled: 'Not installed',

  // Adding languages.
  addTitle: 'Add a language or a better model',
  addAbout:
    'Neural models of Mozilla, licence {license}. They are downloaded once; texts are then translated on this server.',
  add: 'Add',
  addNamed: 'Add {language}',
  addBetter: 'better model',
  addIntoEnglish: 'only into English',
  addFromEnglish: 'only from English',
  addSize: 'about {size}',
  addDownloading: 'Downloading {language}',
  addStarted: '{language} is being downloaded. The text is translated then.',
  added: '{language} was added.',

  // The text and its translation.
  source: 'Source',
  sourceText: 'Text to translate',
  sourceHint: 'Type or paste a text, or drop files here',
  sourceHintTouch: 'Type or paste a text',
  openFiles: 'Open files',
  chooseFile: 'Choose a file',
  filesToTranslate: 'Files to translate',
  dropHere: 'Drop documents to translate them',
  characters: { one: '{count} character', other: '{count} characters' },
  clearText: 'Clear the text',
  undo: 'Undo',
  translation: 'Translation',
  download: 'Download',
  copy: 'Copy',
  copied: 'Copied',
  copyDone: 'The translation was copied.',
  copyRefused: 'The browser does not allow copying. Select the translation and copy it yourself.',
  fileSaved: 'Saved as {name}.',
  translatedInto: 'Translated into {language}.',
  alreadyIn: 'This is already {language}.',
  starterOnly: 'For {language} there is only a small starter model: expect mistakes.',
  onlyFast: 'Only the fast model is installed for this.',
  onlyBest: 'Only the best model is installed for this.',
  ruleBased: 'Rule-based, basic quality.',
  ruleBasedLow: 'Rule-based, low quality.',
  betterModel: 'Better: {command}',

  // What went wrong.
  noLanguages:
    'No languages are installed on this server yet. The operator can add some: {command}',
  failNetwork: 'The server cannot be reached. Check that it is running and that you are connected.',
  failBusy: 'The server is busy with other translations.',
  failQuota: 'This month’s character quota is used up. Ask the operator of this server for more.',
  failPair: 'This server cannot translate {source} into {target}. Choose another language.',
  failInto: 'This server cannot translate this text into {target}. {advice}',
  failMissing: 'This looks like {language}, which is not installed here. {advice}',
  failNoWay:
    'This looks like {language}, which this server cannot translate into {target}. {advice}',
  failAdvice:
    'If it is in another language, select that; the operator of this server can add languages.',
  failTooLarge: 'The text is too long: this server takes up to {size} at once. Try a shorter part.',
  failSession: 'Your session has expired. Reload the page to continue.',
  failNotReady: 'The translation engine is not ready. Try again in a moment.',
  failTooSlow: 'The translation took too long. Try a shorter text.',
  failRefused: 'The server did not accept this text.',
  failBroken: 'Something went wrong on the server. Try again, or report it to the operator.',
  retrying: 'The page keeps trying.',
  retryIn: { one: 'Trying again in a second.', other: 'Trying again in {count} seconds.' },
  tryAgain: 'Try again',

  // Glossaries.
  glossary: 'Glossary',
  glossaryNone: 'None',
  glossaryNew: 'New glossary…',
  glossaryName: 'Name of the glossary',
  glossaryCreate: 'Create',
  glossaryEdit: 'Edit',
  glossaryNeedsSource: 'Choose the language of the text first.',
  glossaryPair: 'From {source} into {target}',
  glossaryTerm: 'Term',
  glossaryNewTerm: 'New term',
  glossaryNewTranslation: 'Its translation',
  glossarySearch: 'Search terms',
  glossaryCount: 'Terms: {count}',
  glossaryImport: 'Import',
  glossaryFile: 'File with terms',
  glossaryExport: 'Export',
  glossaryDelete: 'Delete glossary',

  // Documents.
  documents: 'Documents',
  documentWaiting: 'Waiting',
  documentSending: 'Sending…',
  documentQueued: 'Waiting for its turn',
  documentTranslating: 'Translating…',
  documentSecondsLeft: { one: 'About {count} second left', other: 'About {count} seconds left' },
  documentMinutesLeft: { one: 'About {count} minute left', other: 'About {count} minutes left' },
  documentDone: 'Translated',
  documentInto: 'into {language}',
  documentProgress: 'Translating {name}',
  documentDownloadNamed: 'Download {name}',
  documentRetryNamed: 'Try {name} again',
  documentRemoveNamed: 'Remove {name}',
  documentOutput: 'Format of the translation of {name}',
  documentWasTranslated: '{name} was translated.',
  documentFailed: '{name}: {reason}',
  documentUnreachable: 'The server cannot be reached. The page keeps trying.',
  documentTooLarge: 'The file is too large: this server takes documents up to {size}.',
  documentUnsupported:
    'This kind of file cannot be translated. Save documents with macros, or of old programs, as docx, xlsx or pptx.',
  documentUnreadable: 'The browser cannot read this file. Choose it again; folders cannot be sent.',
  documentSameLanguage:
    'The document is already in {language}. Choose another language above and try again.',
  documentGone: 'The document is no longer on the server. Try again to send it once more.',

  // The request for programs.
  codeShow: 'Show as code',
  codeTitle: 'This request in a program',
  codeKey: 'Set {variable} to a key of this server.',
  codeCopied: 'The code was copied.',

  // Other wordings.
  wordingsHint: 'Click a word to see other wordings. On the keyboard: arrows, then Enter.',
  wordingsOf: 'Instead of “{word}”',
  wordingsLoading: 'Looking for other wordings…',
  wordingsNone: 'No other wordings were found.',
  wordingChosen: 'The wording was replaced.',
  wordsDictionary: 'Dictionary',
  wordsOther: 'Other wordings',
  posNoun: 'noun',
  posName: 'name',
  posVerb: 'verb',
  posAdjective: 'adjective',
  posAdverb: 'adverb',
  posPreposition: 'preposition',
  posConjunction: 'conjunction',
  posNumeral: 'number',
  posInterjection: 'interjection',

  // Recent translations.
  recent: 'Recent translations',
  recentKeep: 'Keep them in this browser',
  recentNone: 'There are none yet.',
  recentDelete: 'Delete all',
  recentDeleted: 'The recent translations were deleted.',

  // Reading aloud.
  speakSource: 'Read the text aloud',
  speakTranslation: 'Read the translation aloud',
  speakStop: 'Stop reading aloud',
} as const satisfies Readonly<Record<string, Message>>;

export type MessageKey = keyof typeof MESSAGES;

/** The messages of one language. */
export type Messages = Readonly<Record<MessageKey, Message>>;
