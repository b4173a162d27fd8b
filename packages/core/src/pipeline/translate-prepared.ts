import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { type CheckedText, plainText } from '../markup/checked-text.js';
import type { MarkupUnit } from '../markup/markup-unit.js';
import { checkMarkup } from '../markup/render.js';
import { splitNodes } from '../markup/split-nodes.js';
import type { Meter } from '../observers.js';
import { mapGroups, mapWhere, type Work } from './map-together.js';
import type { AssembledText } from './opened-text.js';
import type { PreparedText, PreparedUnit } from './prepare-text.js';

/**
 * Translates prepared texts as one stream of units. A unit whose markup came back damaged is
 * translated once more, text node by text node, which cannot damage it.
 *
 * @param translate gives a translation for each unit, in order
 */
export const translatePrepared = async (
  texts: readonly PreparedText[],
  meter: Meter,
  translate: Work<TranslationUnit, TranslatedUnit>,
): Promise<readonly AssembledText[]> => {
  const translated = await mapGroups(
    texts.map(({ units }) => units),
    (units) => translateAll(units, meter, translate),
  );
  return texts.map(({ assemble }, index) => assemble(translated[index] ?? []));
};

const translateAll = async (
  all: readonly PreparedUnit[],
  meter: Meter,
  translate: Work<TranslationUnit, TranslatedUnit>,
): Promise<readonly CheckedText[]> => {
  const translated = await mapWhere(
    all,
    ({ isOversized }) => !isOversized,
    (units) => translate(units.map(({ unit }) => unit)),
  );
  const sound = all.map(({ markup }, index) => {
    const answer = translated[index];
    if (!markup || !answer) return answer && plainText(answer.text);
    const checked = checkMarkup(markup, answer);
    if (!checked) meter.count('guard', { defect: 'markup', remaining: 'none' });
    return checked;
  });
  const byNode = await mapWhere(
    all,
    ({ markup }, index) => markup !== undefined && sound[index] === undefined,
    (damaged) =>
      translateNodes(
        damaged.flatMap(({ markup }) => markup ?? []),
        translate,
      ),
  );
  return all.map(({ unit }, index) => sound[index] ?? byNode[index] ?? plainText(unit.text));
};

const translateNodes = async (
  damaged: readonly MarkupUnit[],
  translate: Work<TranslationUnit, TranslatedUnit>,
): Promise<readonly CheckedText[]> => {
  const splits = damaged.map(splitNodes);
  const translated = await mapGroups(
    splits.map(({ units }) => units),
    translate,
  );
  return splits.map(({ join }, index) => join(translated[index] ?? []));
};
