const HAN = /\p{Script=Han}/u;
/** In no encoding a part of another character: after it, the decoder starts again. */
const LINE_FEED = 0x0a;

/** The Han characters a legacy double-byte encoding can write, in a range of lead and trail bytes. */
const repertoire = (
  encoding: string,
  [firstLead, lastLead]: readonly [number, number],
  [firstTrail, lastTrail]: readonly [number, number],
): ReadonlySet<string> => {
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding);
  } catch {
    // A Node built without full ICU has no such tables; the variant is then left open.
    return new Set();
  }
  const bytes: number[] = [];
  for (let lead = firstLead; lead <= lastLead; lead++) {
    for (let trail = firstTrail; trail <= lastTrail; trail++) {
      bytes.push(lead, trail, LINE_FEED);
    }
  }
  return new Set(decoder.decode(Uint8Array.from(bytes)).match(/\p{Script=Han}/gu));
};

/** The characters of the national standards. */
interface Standards {
  readonly simplified: ReadonlySet<string>;
  readonly traditionalCommon: ReadonlySet<string>;
  readonly traditionalRare: ReadonlySet<string>;
  readonly japanese: readonly ReadonlySet<string>[];
}

/** Takes some ten milliseconds, and only texts with Han characters need it. */
const readStandards = (): Standards => ({
  simplified: repertoire('gbk', [0xb0, 0xf7], [0xa1, 0xfe]),
  traditionalCommon: repertoire('big5', [0xa4, 0xc6], [0x40, 0xfe]),
  traditionalRare: repertoire('big5', [0xc9, 0xf9], [0x40, 0xfe]),
  japanese: [
    repertoire('shift_jis', [0x88, 0x9f], [0x40, 0xfc]),
    repertoire('shift_jis', [0xe0, 0xea], [0x40, 0xfc]),
  ],
});

/** Characters of written Cantonese that standard Chinese does not use. */
const CANTONESE = new Set('嘅咗喺唔佢哋嚟冇啲嘢噉咁㗎嗰冚嘥瞓攞揾畀喎');

/** What the Han characters of a text say about its language. */
export interface HanCensus {
  readonly characters: number;
  /** Characters only the Japanese standard has. */
  readonly onlyJapanese: number;
  /** Characters only the simplified standard has. */
  readonly onlySimplified: number;
  /** Characters the Japanese standard lacks. */
  readonly notJapanese: number;
  /** Characters the simplified standard has and the traditional one lacks. */
  readonly notTraditional: number;
  /** Common characters of the traditional standard that the simplified one lacks. */
  readonly notSimplified: number;
  readonly cantonese: number;
}

export type HanCounter = (pieces: readonly string[]) => HanCensus;

/**
 * Counts Han characters by which national standard has them: GB 2312 (simplified), Big5
 * (traditional; its first plane for "common") and JIS X 0208 (Japanese). The tables come from the
 * platform's decoders.
 */
export const createHanCounter = (): HanCounter => {
  let standards: Standards | undefined;
  return (pieces) => {
    const census = {
      characters: 0,
      onlyJapanese: 0,
      onlySimplified: 0,
      notJapanese: 0,
      notTraditional: 0,
      notSimplified: 0,
      cantonese: 0,
    };
    for (const piece of pieces) {
      for (const character of piece) {
        if (!HAN.test(character)) continue;
        standards ??= readStandards();
        const { simplified, traditionalCommon, traditionalRare, japanese } = standards;
        const inSimplified = simplified.has(character);
        const inCommon = traditionalCommon.has(character);
        const inTraditional = inCommon || traditionalRare.has(character);
        const inJapanese = japanese.some((half) => half.has(character));
        census.characters++;
        if (inJapanese && !inSimplified && !inTraditional) census.onlyJapanese++;
        if (inSimplified && !inTraditional && !inJapanese) census.onlySimplified++;
        if (!inJapanese) census.notJapanese++;
        if (inSimplified && !inTraditional) census.notTraditional++;
        if (inCommon && !inSimplified) census.notSimplified++;
        if (CANTONESE.has(character)) census.cantonese++;
      }
    }
    return census;
  };
};
