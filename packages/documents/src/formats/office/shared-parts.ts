import type { DocumentLimits } from '../../limits.js';
import type { Part } from '../../model.js';
import type { UnitCollector } from '../../units/unit-collector.js';
import { readSimpleTexts } from '../../xml/read-simple-texts.js';
import { DRAWING } from './drawing-dialect.js';
import { readRunPart } from './read-run-part.js';

/** How a part with a content type is read. The order is that of the units. */
export interface PartKind {
  readonly type: RegExp;
  readonly read: (name: string, source: string, reading: PartReading) => Part;
}

export interface PartReading {
  readonly collector: UnitCollector;
  readonly limits: DocumentLimits;
}

const CORE_TEXTS = new Set(['dc:title', 'dc:subject', 'dc:description', 'cp:keywords']);
const CACHES = new Set(['c:strCache', 'c:multiLvlStrCache']);

/** SmartArt: the picture of it that programs show has the same text once more. */
const readCopy = (name: string, source: string, { collector, limits }: PartReading): Part =>
  readRunPart(name, source, { collector, limits, dialects: [DRAWING], isCopy: true });

const readDrawing = (name: string, source: string, { collector, limits }: PartReading): Part =>
  readRunPart(name, source, { collector, limits, dialects: [DRAWING] });

/** Charts: titles and labels, and the names a chart has taken from its table. */
const readChart = (name: string, source: string, { collector, limits }: PartReading): Part => {
  const titles = readRunPart(name, source, { collector, limits, dialects: [DRAWING] });
  const names = readSimpleTexts(name, source, new Set(['c:v']), {
    collector,
    limits,
    isCopy: true,
    isLeftOut: (ancestors) => !ancestors.some((ancestor) => CACHES.has(ancestor)),
  });
  return { name, text: source, slots: [...titles.slots, ...names.slots] };
};

const readCore = (name: string, source: string, reading: PartReading): Part =>
  readSimpleTexts(name, source, CORE_TEXTS, reading);

/** Parts that Word, PowerPoint and Excel have in common. */
export const SHARED_PARTS: readonly PartKind[] = [
  { type: /drawingml\.diagramData\+xml$/, read: readDrawing },
  { type: /drawingml\.diagramDrawing\+xml$/, read: readCopy },
  { type: /drawingml\.chart\+xml$/, read: readChart },
  { type: /drawingml\.chartshapes\+xml$/, read: readDrawing },
  { type: /core-properties\+xml$/, read: readCore },
];
