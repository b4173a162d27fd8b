const names = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Elements inside a sentence. All others end it. */
export const INLINE_ELEMENTS = names(`
  a abbr acronym b bdi bdo big blink br cite code data del dfn em embed font i img input ins kbd
  label map mark meter nobr noscript object output picture progress q rb ruby s samp script slot
  small span strike strong style sub sup svg math template time tt u var wbr audio video canvas
  iframe button select textarea`);

/** Elements inside a sentence whose content is a text of its own. */
export const SEPARATE_ELEMENTS = names('button select textarea noscript');

export const VOID_ELEMENTS = names(
  `area base basefont bgsound br col command embed frame hr image img input keygen link meta param
  source track wbr`,
);

/** Elements whose content is not translated, and that are a word of the sentence around. */
export const CODE_ELEMENTS = names('code kbd samp var tt');

/** Elements whose content is not translated, and that are no word. */
export const OPAQUE_ELEMENTS = names(`
  script style template svg math object iframe audio video canvas xmp noembed noframes rt rp`);

export const PREFORMATTED_ELEMENTS = names('pre textarea listing xmp');

/** Attributes that are read by people, whatever element they are on. */
export const TEXT_ATTRIBUTES = names('alt title placeholder aria-label aria-description summary');

/** Names and properties of `meta` elements whose content is read by people. */
export const TEXT_META = names(`
  description keywords title og:title og:description og:site_name og:image:alt twitter:title
  twitter:description twitter:image:alt application-name dc.title dc.description`);

/** Kinds of `input` whose value is what the button says. */
export const BUTTON_TYPES = names('submit button reset');
