/**
 * The languages of the v2 contract: upper-case wire code and English name.
 *
 * A base language with variants lists them; `designatedVariant` is what a target without a variant
 * means. A variant with `sharesBaseModel` only differs from its base in region, so it is translated
 * by a model of the base language; one without (another script) needs its own model.
 */
export interface Language {
  readonly code: string;
  readonly name: string;
  /** Name as a target, if it differs, such as "Chinese (simplified)". */
  readonly targetName?: string;
  readonly variants?: readonly LanguageVariant[];
  readonly designatedVariant?: string;
  /** Whether the base code is listed among the targets although variants exist. */
  readonly baseIsTarget?: boolean;
  /**
   * Whether the contract knows formality for this target. Whether an engine supports it is a
   * separate question.
   */
  readonly formality?: boolean;
}

export interface LanguageVariant {
  readonly code: string;
  readonly name: string;
  readonly sharesBaseModel: boolean;
  readonly formality?: boolean;
  /** Can be requested, but `/v2/languages` does not list it: existing clients do not know it. */
  readonly isUnlisted?: boolean;
}

const SIMPLE_NAMES = `
AF Afrikaans|AN Aragonese|AR Arabic|AS Assamese|AY Aymara|AZ Azerbaijani|BA Bashkir|BE Belarusian
BG Bulgarian|BN Bengali|BR Breton|BS Bosnian|CA Catalan|CS Czech|CY Welsh|DA Danish|EL Greek
EO Esperanto|ET Estonian|EU Basque|FA Persian|FI Finnish|GA Irish|GL Galician|GN Guarani|GU Gujarati
HA Hausa|HE Hebrew|HI Hindi|HR Croatian|HT Haitian Creole|HU Hungarian|HY Armenian|ID Indonesian
IG Igbo|IS Icelandic|JV Javanese|KA Georgian|KK Kazakh|KO Korean|KY Kyrgyz|LA Latin|LB Luxembourgish
LN Lingala|LT Lithuanian|LV Latvian|MG Malagasy|MI Maori|MK Macedonian|ML Malayalam|MN Mongolian
MR Marathi|MS Malay|MT Maltese|MY Burmese|NB Norwegian (bokmål)|NE Nepali|OC Occitan|OM Oromo
PA Punjabi|PS Pashto|QU Quechua|RO Romanian|SA Sanskrit|SK Slovak|SL Slovenian|SQ Albanian|SR Serbian
ST Sesotho|SU Sundanese|SV Swedish|SW Swahili|TA Tamil|TE Telugu|TG Tajik|TH Thai|TK Turkmen|TL Tagalog
TN Tswana|TR Turkish|TS Tsonga|TT Tatar|UK Ukrainian|UR Urdu|UZ Uzbek|VI Vietnamese|WO Wolof|XH Xhosa
YI Yiddish|ZU Zulu`;

const simpleLanguages: readonly Language[] = SIMPLE_NAMES.trim()
  .split(/[|\n]/)
  .map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }));

const UNLISTED_VARIANT = { sharesBaseModel: true, formality: true, isUnlisted: true } as const;

const languagesWithMore: readonly Language[] = [
  {
    code: 'DE',
    name: 'German',
    formality: true,
    baseIsTarget: true,
    variants: [{ code: 'DE-CH', name: 'German (Swiss)', ...UNLISTED_VARIANT }],
  },
  {
    code: 'EN',
    name: 'English',
    designatedVariant: 'EN-US',
    variants: [
      { code: 'EN-GB', name: 'English (British)', sharesBaseModel: true },
      { code: 'EN-US', name: 'English (American)', sharesBaseModel: true },
    ],
  },
  {
    code: 'ES',
    name: 'Spanish',
    formality: true,
    baseIsTarget: true,
    variants: [
      { code: 'ES-419', name: 'Spanish (Latin American)', sharesBaseModel: true, formality: true },
    ],
  },
  {
    code: 'FR',
    name: 'French',
    formality: true,
    baseIsTarget: true,
    variants: [{ code: 'FR-CA', name: 'French (Canadian)', ...UNLISTED_VARIANT }],
  },
  { code: 'IT', name: 'Italian', formality: true },
  { code: 'JA', name: 'Japanese', formality: true },
  { code: 'NL', name: 'Dutch', formality: true },
  { code: 'PL', name: 'Polish', formality: true },
  {
    code: 'PT',
    name: 'Portuguese',
    formality: true,
    designatedVariant: 'PT-PT',
    variants: [
      { code: 'PT-BR', name: 'Portuguese (Brazilian)', sharesBaseModel: true, formality: true },
      { code: 'PT-PT', name: 'Portuguese (European)', sharesBaseModel: true, formality: true },
    ],
  },
  { code: 'RU', name: 'Russian', formality: true },
  {
    code: 'ZH',
    name: 'Chinese',
    targetName: 'Chinese (simplified)',
    baseIsTarget: true,
    designatedVariant: 'ZH-HANS',
    variants: [
      { code: 'ZH-HANS', name: 'Chinese (simplified)', sharesBaseModel: true },
      { code: 'ZH-HANT', name: 'Chinese (traditional)', sharesBaseModel: false },
    ],
  },
];

/** Every base language, by code. */
export const LANGUAGES: readonly Language[] = [...simpleLanguages, ...languagesWithMore].sort(
  (left, right) => (left.code < right.code ? -1 : 1),
);

/** Can be requested by code, but not listed by `/v2/languages`. */
export const UNLISTED_LANGUAGES: readonly Language[] = [
  { code: 'ACE', name: 'Acehnese' },
  { code: 'BHO', name: 'Bhojpuri' },
  { code: 'CEB', name: 'Cebuano' },
  { code: 'CKB', name: 'Kurdish (Sorani)' },
  { code: 'GOM', name: 'Konkani' },
  { code: 'KMR', name: 'Kurdish (Kurmanji)' },
  { code: 'LMO', name: 'Lombard' },
  { code: 'MAI', name: 'Maithili' },
  { code: 'PAG', name: 'Pangasinan' },
  { code: 'PAM', name: 'Kapampangan' },
  { code: 'PRS', name: 'Dari' },
  { code: 'SCN', name: 'Sicilian' },
  { code: 'YUE', name: 'Cantonese' },
];
