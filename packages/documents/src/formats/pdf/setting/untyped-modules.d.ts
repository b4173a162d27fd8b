declare module 'hyphen' {
  /** Puts its sign between the syllables of a text. */
  type Hyphenator = (text: string) => string;
  interface HyphenatorOptions {
    readonly hyphenChar?: string;
    readonly minWordLength?: number;
  }
  // biome-ignore lint/style/noDefaultExport: that is what the package exports
  export default function createHyphenator(
    patterns: unknown,
    options?: HyphenatorOptions,
  ): Hyphenator;
}

declare module 'hyphen/patterns/*' {
  const patterns: unknown;
  // biome-ignore lint/style/noDefaultExport: that is what the package exports
  export default patterns;
}

declare module 'bidi-js' {
  interface EmbeddingLevels {
    readonly levels: Uint8Array;
    readonly paragraphs: readonly {
      readonly start: number;
      readonly end: number;
      readonly level: number;
    }[];
  }
  interface Bidi {
    getEmbeddingLevels(text: string, baseDirection?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels;
    getMirroredCharacter(character: string): string | null;
  }
  // biome-ignore lint/style/noDefaultExport: that is what the package exports
  export default function createBidi(): Bidi;
}
