/** What the page remembers between visits. Never a text. */
interface Choices {
  /** Upper-case base code; empty for detection. */
  readonly source: string;
  /** Upper-case code, with its variant. */
  readonly target: string;
  readonly modelType: string;
  readonly theme: string;
  /** The language of the page itself: `de`; empty for that of the browser. */
  readonly locale: string;
  /** Id of the glossary; empty for none. */
  readonly glossary: string;
  /** Upper-case base codes of the languages chosen last, the latest first. */
  readonly recent: readonly string[];
  /** The variant last chosen of each language: `{ EN: 'EN-GB' }`. */
  readonly variants: Readonly<Record<string, string>>;
}

const KEY = 'dragoman';
const NONE: Choices = {
  source: '',
  target: '',
  modelType: '',
  theme: '',
  locale: '',
  glossary: '',
  recent: [],
  variants: {},
};

/** The previous choices; disabled storage or invalid content counts as none. */
export const recallChoices = (): Choices => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const word = (name: string) => (typeof kept[name] === 'string' ? kept[name] : '');
    const variants = Object.entries(kept.variants ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return {
      source: word('source'),
      target: word('target'),
      modelType: word('modelType'),
      theme: word('theme'),
      locale: word('locale'),
      glossary: word('glossary'),
      recent: Array.isArray(kept.recent)
        ? kept.recent.filter((code) => typeof code === 'string')
        : [],
      variants: Object.fromEntries(variants),
    };
  } catch {
    return NONE;
  }
};

/** Stores changes, if the browser allows it. */
export const keepChoices = (changes: Partial<Choices>): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...recallChoices(), ...changes }));
  } catch {
    // The page also works without storage; it only starts with defaults each time.
  }
};
