/** Encodings in which old text files of a language usually are. Others: windows-1252. */
const LEGACY_ENCODINGS: Readonly<Record<string, readonly string[]>> = {
  'windows-1250': ['cs', 'pl', 'sk', 'hu', 'sl', 'hr', 'bs', 'ro', 'sq'],
  'windows-1251': ['ru', 'uk', 'be', 'bg', 'mk', 'sr', 'kk', 'ky', 'mn', 'tg', 'tt', 'ba'],
  'windows-1253': ['el'],
  'windows-1254': ['tr', 'az'],
  'windows-1255': ['he', 'yi'],
  'windows-1256': ['ar', 'fa', 'ur', 'ps'],
  'windows-1257': ['et', 'lv', 'lt'],
  'windows-1258': ['vi'],
  'windows-874': ['th'],
};

/** The single-byte encoding to assume for text that is no Unicode. @param language BCP 47 tag */
export const legacyEncodingOf = (language: string | undefined): string => {
  const base = language?.toLowerCase().split('-')[0] ?? '';
  const found = Object.entries(LEGACY_ENCODINGS).find(([, languages]) => languages.includes(base));
  return found?.[0] ?? 'windows-1252';
};
