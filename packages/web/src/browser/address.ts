/** The text and languages in the fragment of the address, which browsers never send. */
interface AddressState {
  readonly text: string;
  /** Upper-case base code; empty for detection. */
  readonly source: string;
  /** Upper-case code, with its variant. */
  readonly target: string;
}

/** `#en/de/Good%20morning`, as other translation pages have it; a slash of the text has a backslash before it. */
const WITH_SLASHES = /^#([a-z-]{0,20})\/([a-z-]{2,20})(?:\/(.*))?$/is;

/** Reads `#from=DE&to=ES&text=…` or `#de/es/…`; undefined without a text, which only the second form may lack. */
export const readAddress = (fragment: string): AddressState | undefined => {
  const [isFound, from = '', to = '', encoded = ''] = WITH_SLASHES.exec(fragment) ?? [];
  if (isFound) {
    const source = /^(auto|-)$/i.test(from) ? '' : (from.toUpperCase().split('-', 1)[0] ?? '');
    const text = decode(encoded).replace(/\\([/\\|])/g, '$1');
    return { text, source, target: to.toUpperCase() };
  }
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const text = fields.get('text');
  if (!text) return undefined;
  const code = (name: string) => /^[A-Z0-9-]{0,20}$/i.exec(fields.get(name) ?? '')?.[0] ?? '';
  return { text, source: code('from').toUpperCase(), target: code('to').toUpperCase() };
};

/** What is no valid encoding is taken as it is. */
const decode = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
};

/** The fragment that {@link readAddress} reads; empty without a text. */
export const toFragment = ({ text, source, target }: AddressState): string =>
  text === '' ? '' : `#${new URLSearchParams({ from: source, to: target, text })}`;

/** Keeps the state in the address of the open page, without a new entry in its history. */
export const writeAddress = (state: AddressState): void => {
  const fragment = toFragment(state);
  if (fragment === location.hash) return;
  try {
    history.replaceState(null, '', fragment || location.pathname + location.search);
  } catch {
    // Browsers limit how often and how long; the page also works without.
  }
};
