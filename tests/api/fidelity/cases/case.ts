/** What the case shows, the text, its translation, and its options. */
export type Case = readonly [
  title: string,
  source: string,
  expected: string,
  options?: Readonly<Record<string, unknown>>,
];
