import type { PhraseBook } from './phrase-book.js';

// Labels of buttons and menus are quoted in sentences about them: `Click "Next"`. A small model guesses
// at one, or copies it, and the phrase book knows what the button is called in the target language.

/** Quotations of one line, with marks of any language. */
const QUOTED = /["“”„«][ \u00a0\u202f]?([^"“”„«»\n]{1,40}?)[ \u00a0\u202f]?["“”»]/gu;
/** Texts with more of them are not about labels. */
const MAX_QUOTED = 10;
const HAS_SPACE = /\s/u;

/** What people do with a control, or what it is called, in the languages of the phrase books. */
const ABOUT_CONTROLS = new RegExp(
  String.raw`(?<!\p{L})(?:click|press|select|choose|tap|hit|button|menu|option|tab|link|klick|drück|wähl|tippe|` +
    'schaltfläche|menü|cliqu|appuy|sélectionn|choisi|bouton|clic|puls[ae]|seleccion|elij|elige|botón|premi|' +
    'selezion|scegli|pulsante|klik|druk|kies|selecteer|knop|pressione|selecione|escolha|botão|kliknij|' +
    'naciśnij|wybierz|przycisk|нажм|выбер|кнопк|щёлкн|щелкн)',
  'iu',
);

/**
 * A translation whose quotations are those of the phrase book, where that knows the quoted words. Words
 * that were copied stay, unless the text is about a control: they may be names.
 *
 * @param prefix as for {@link PhraseBook.find}
 */
export const translateQuoted = (
  source: string,
  translation: string,
  { book, prefix }: { readonly book: PhraseBook; readonly prefix?: string | undefined },
): string => {
  const quoted = Array.from(source.matchAll(QUOTED), ([, words = '']) => words);
  if (quoted.length === 0 || quoted.length > MAX_QUOTED) return translation;
  const others = [...translation.matchAll(QUOTED)];
  // Which one is which can only be told by their order.
  if (others.length !== quoted.length) return translation;
  const isAboutControls = ABOUT_CONTROLS.test(source);
  let result = '';
  let position = 0;
  for (const [index, { 0: whole, 1: words = '', index: start }] of others.entries()) {
    const own = quoted[index] as string;
    const isCopied = words === own;
    // A copied phrase of several words is no name.
    const mayBeName = isCopied && !isAboutControls && !HAS_SPACE.test(own);
    const found = mayBeName ? undefined : book.find(own, prefix);
    if (found === undefined) continue;
    const at = start + whole.indexOf(words);
    result += translation.slice(position, at) + found;
    position = at + words.length;
  }
  return result + translation.slice(position);
};
