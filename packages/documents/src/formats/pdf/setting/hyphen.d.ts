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
