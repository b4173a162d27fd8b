import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { type NamedSpan, pairSpans, partsOf, unchanged } from '../protection/placed-spans.js';
import { hasLetter } from '../segmentation/characters.js';
import { type CheckedText, type FramePart, joinTexts } from './checked-text.js';
import type { MarkupUnit } from './markup-unit.js';

/** A unit cut at its markup, so that the markup cannot come to harm. */
export interface SplitNodes {
  /** The text between the tokens of the frame, where it has words. */
  readonly units: readonly TranslationUnit[];
  /** @param translated one for each unit, in order */
  join(translated: readonly TranslatedUnit[]): CheckedText;
}

/** Cuts a unit into the text nodes between its markup. */
export const splitNodes = (markupUnit: MarkupUnit): SplitNodes => {
  const nodes = nodesOf(markupUnit);
  return {
    units: nodes.flatMap((node) => ('unit' in node ? [node.unit] : [])),
    join: (translated) => {
      const answers = translated.values();
      return {
        parts: joinTexts(
          nodes.map((node) =>
            'unit' in node
              ? { kind: 'text', text: (answers.next().value ?? node.unit).text }
              : node,
          ),
        ),
      };
    },
  };
};

/** A part that stays as it is, or one for an engine. */
type Node = FramePart | { readonly unit: TranslationUnit };

const nodesOf = ({ unit, frame }: MarkupUnit): readonly Node[] => {
  const nodes: Node[] = [];
  let text = '';
  let spans: NamedSpan[] = [];
  const finish = (): void => {
    nodes.push(...nodesOfText(text, spans));
    [text, spans] = ['', []];
  };
  for (const { text: content, span } of partsOf(unchanged(unit))) {
    const source = span === undefined ? undefined : unit.protectedSpans[span];
    for (const part of (span !== undefined && frame.contents[span]) || [plain(content)]) {
      if (part.kind === 'token') {
        finish();
        nodes.push(part);
        continue;
      }
      const start = text.length;
      text += part.text;
      // What is left of a span with markup in it is no tag.
      const kind = part.text === content ? source?.kind : 'placeholder';
      if (source && kind) spans.push({ start, end: text.length, kind, name: `${source.pair}` });
    }
  }
  finish();
  return nodes;
};

const plain = (text: string): FramePart => ({ kind: 'text', text });

const nodesOfText = (text: string, spans: readonly NamedSpan[]): readonly Node[] => {
  const core = text.trim();
  if (!hasLetter(core)) return [plain(text)];
  const lead = text.length - text.trimStart().length;
  const inside = spans.flatMap((span) => {
    const start = Math.max(0, span.start - lead);
    const end = Math.min(core.length, span.end - lead);
    return start < end ? [{ ...span, start, end }] : [];
  });
  return [
    plain(text.slice(0, lead)),
    { unit: { text: core, protectedSpans: pairSpans(inside) } },
    plain(text.slice(lead + core.length)),
  ];
};
