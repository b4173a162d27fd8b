/** What a text is to show, the text, its translation, and options of its own. */
export type Case = readonly [
  title: string,
  source: string,
  expected: string,
  options?: Readonly<Record<string, unknown>>,
];
