const ENDINGS = /^(?:|e|n|en|er|s|se|nen)$/;
/** Endings of singulars, mostly from other languages, that plurals have others for: `Konto`, `Museum`. */
const REPLACED = /(?:um|us|is|on|a|o|as)$/;
const REPLACEMENTS = /^(?:en|a|i|ien|ata|e)$/;
const SHORTEST_STEM = 3;

/** Whether a noun is a plural of another one, going by its ending: `Häuser` of `Haus`. */
export const isPluralOf = (plural: string, singular: string): boolean => {
  const [longer, base] = [withoutUmlauts(plural), withoutUmlauts(singular)];
  if (longer.startsWith(base) && ENDINGS.test(longer.slice(base.length))) return true;
  const stem = base.replace(REPLACED, '');
  return (
    stem !== base &&
    stem.length >= SHORTEST_STEM &&
    longer.startsWith(stem) &&
    REPLACEMENTS.test(longer.slice(stem.length))
  );
};

const withoutUmlauts = (word: string): string =>
  word.toLowerCase().replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u');
