import type { TranslationUnit } from '../../engine/engine.js';
import { type MarkupUnit, mendMarkup, splitNodes } from '../../markup/index.js';
import type { PreparedText, PreparedUnit } from '../text/prepare-text.js';
import type { Meter } from './ports.js';

/**
 * Translates prepared texts as one stream of units. A unit whose markup came back damaged is
 * translated once more, text node by text node, which cannot damage it.
 *
 * @param translate gives a translation for each unit, in order
 */
export const translatePrepared = async (
  texts: readonly PreparedText[],
  meter: Meter,
  translate: (units: readonly TranslationUnit[]) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const all = texts.flatMap(({ units }) => units);
  const translated = await translateWhole(all, translate);
  const damaged: { readonly index: number; readonly markup: MarkupUnit }[] = [];
  for (const [index, { markup }] of all.entries()) {
    const text = translated[index];
    if (!markup) continue;
    const mended = text === undefined ? undefined : mendMarkup(markup, text);
    if (mended !== undefined) {
      translated[index] = mended;
      continue;
    }
    if (text !== undefined) meter.count('guard', { defect: 'markup', remaining: 'none' });
    damaged.push({ index, markup });
  }
  for (const [index, text] of await translateNodes(damaged, translate)) translated[index] = text;
  let next = 0;
  return texts.map(({ units, assemble }) => {
    const own = translated.slice(next, next + units.length);
    next += units.length;
    return assemble(own.map((text, index) => text ?? units[index]?.unit.text ?? ''));
  });
};

/** The translations of the units that an engine can take whole; undefined for the others. */
const translateWhole = async (
  units: readonly PreparedUnit[],
  translate: (units: readonly TranslationUnit[]) => Promise<readonly string[]>,
): Promise<(string | undefined)[]> => {
  const wholes = units.filter(({ isOversized }) => !isOversized);
  const translated = await translate(wholes.map(({ unit }) => unit));
  let next = 0;
  return units.map(({ isOversized }) => (isOversized ? undefined : translated[next++]));
};

const translateNodes = async (
  damaged: readonly { readonly index: number; readonly markup: MarkupUnit }[],
  translate: (units: readonly TranslationUnit[]) => Promise<readonly string[]>,
): Promise<readonly (readonly [number, string])[]> => {
  if (damaged.length === 0) return [];
  const splits = damaged.map(({ index, markup }) => ({ index, nodes: splitNodes(markup) }));
  const translated = await translate(splits.flatMap(({ nodes }) => nodes.units));
  let next = 0;
  return splits.map(({ index, nodes }) => {
    const own = translated.slice(next, next + nodes.units.length);
    next += nodes.units.length;
    return [index, nodes.join(own)] as const;
  });
};
