/** A packaged mode known to be broken where its name says nothing of it. */
interface KnownDefect {
  readonly modes: RegExp;
  readonly reason: string;
  /** Rewrites the mode's pipeline; left out where the mode cannot be saved. */
  readonly repair?: (pipeline: string) => string;
}

/** Defects found in the packages of Debian 12 by translating test sets with every mode. */
export const KNOWN_DEFECTS: readonly KnownDefect[] = [
  {
    modes: /^(?:rus-ukr|ukr-rus|rus-bel|bel-rus)$/,
    reason:
      'its tagger aborts on ordinary words; the constraint grammar alone picks the readings instead',
    repair: (pipeline) =>
      pipeline.replace(
        /cg-proc -w ('[^']*\.rlx\.bin')\s*\|\s*apertium-tagger -g \$2 '[^']*'/,
        'cg-proc -w -n -1 $1',
      ),
  },
  {
    modes: /^hbs(?:_[A-Za-z]+)?-mkd$/,
    reason: 'its transfer rules lose sentences or never answer',
  },
  {
    modes: /^eng-hbs(?:_[A-Za-z]+)?$/,
    reason: 'half of the words come out untranslated or as bare lemmas',
  },
];
