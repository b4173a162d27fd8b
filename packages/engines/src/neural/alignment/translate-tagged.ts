import { closingTags } from '../../host/pieces.js';
import {
  type CarriedPiece,
  isTag,
  PLACEHOLDER_CLASS,
  pieceOf,
  placeholderOf,
} from '../carry-spans.js';
import { standInsFor, takeStandIns, withStandIns } from '../stand-ins.js';
import type { AlignedText, Range } from './aligned-text.js';
import { projectTags } from './project-tags.js';
import { type TagKinds, takeTags } from './tagged-text.js';
import { writeTags } from './write-tags.js';

const PLACEHOLDER_PATTERN = new RegExp(PLACEHOLDER_CLASS);

/** Translates a line and says which word came from which. */
export interface Aligner {
  /** Undefined when the model cannot say. */
  align(line: string): Promise<AlignedText | undefined>;
  /** Takes note of whether an alignment could be one. */
  note(isPlausible: boolean): void;
}

/** The tags among the pieces of a text. */
export const tagKindsOf = (pieces: readonly CarriedPiece[]): TagKinds => {
  const all = pieces.flatMap((piece, index) => (isTag(piece) ? [placeholderOf(index)] : []));
  const closes = closingTags(all, (placeholder) => pieceOf(placeholder, pieces));
  return { all: new Set(all), closes, closing: new Set(closes.values()) };
};

/**
 * Translates a template without its tags, and puts these back by the words they stood at.
 *
 * @returns undefined where that cannot be done: there are no tags, half of a pair is elsewhere, the
 *   model has no alignment or lost a stand-in, or the tags would have to cross
 */
export const translateTagged = async (
  template: string,
  kinds: TagKinds,
  aligner: Aligner,
): Promise<string | undefined> => {
  const tagged = kinds.all.size === 0 ? undefined : takeTags(template, kinds);
  if (!tagged) return undefined;
  const { bare } = tagged;
  const lead = bare.length - bare.trimStart().length;
  for (const standIns of standInsFor(bare)) {
    const line = withStandIns(bare, standIns);
    const core = line.text.trim();
    const answer = await aligner.align(core);
    const output = answer?.text.trim() ?? '';
    if (!answer || output === '' || PLACEHOLDER_PATTERN.test(output)) return undefined;
    const back = takeStandIns(output, bare, standIns);
    if (!back) continue;
    const cut = answer.text.length - answer.text.trimStart().length;
    const translation = {
      text: bare.slice(0, lead) + back.text + bare.slice(bare.trimEnd().length),
      links: answer.links.map(({ source, target }) => ({
        source: mapRange(source, (offset) => line.offsets[offset + lead]),
        target: mapRange(target, (offset) => (back.offsets[offset - cut] ?? 0) + lead),
      })),
    };
    const projection = projectTags(tagged, translation);
    aligner.note(projection.problem !== 'no alignment');
    if (projection.problem !== undefined) return undefined;
    return writeTags(translation.text, projection.root, tagged, kinds);
  }
  return undefined;
};

const mapRange = ({ start, end }: Range, map: (offset: number) => number | undefined): Range => ({
  start: map(start) ?? 0,
  end: map(end) ?? 0,
});
