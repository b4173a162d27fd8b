/** One map of counts an order, from 1 to 6. */
export type CharacterNgrams = readonly ReadonlyMap<string, number>[];

export function corpusBleu(hypotheses: readonly string[], references: readonly string[]): number;
export function corpusChrf(
  hypotheses: readonly string[],
  references: readonly string[] | readonly CharacterNgrams[],
): number;
export function prepareReferences(references: readonly string[]): readonly CharacterNgrams[];
export function tokenize13a(line: string): string[];
