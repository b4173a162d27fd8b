import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as harfbuzz from 'harfbuzzjs';
import { type FontFile, fontCandidates } from './font-files.js';

/** A letter of a font as it is drawn, in thousandths of the size. */
interface ShapedGlyph {
  readonly glyph: number;
  readonly advance: number;
  readonly x: number;
  readonly y: number;
  /** What it stands for; empty for a further sign of the same letter. */
  readonly text: string;
}

/** A font of this machine, opened. */
export interface SystemFont {
  readonly file: FontFile;
  readonly bytes: Uint8Array;
  has(letter: string): boolean;
  /** From left to right, as it is drawn. */
  shape(text: string, isRightToLeft: boolean, language: string): readonly ShapedGlyph[];
  /** In thousandths. */
  widthOf(glyph: number): number;
  readonly ascent: number;
  readonly descent: number;
}

const opened = new Map<string, SystemFont>();
/** Files of collections hold several fonts, and are read once. */
const contents = new Map<string, { readonly bytes: Uint8Array; readonly blob: harfbuzz.Blob }>();

const contentOf = (path: string) => {
  const known = contents.get(path);
  if (known) return known;
  const bytes = new Uint8Array(readFileSync(path));
  const read = { bytes, blob: new harfbuzz.Blob(bytes) };
  contents.set(path, read);
  return read;
};

/** Opens a font, once. */
export const openFont = (file: FontFile): SystemFont => {
  const key = `${file.path}#${file.index}`;
  const known = opened.get(key);
  if (known) return known;
  const { bytes, blob } = contentOf(file.path);
  const face = new harfbuzz.Face(blob, file.index);
  const font = new harfbuzz.Font(face);
  const scale = 1000 / face.upem;
  const buffer = new harfbuzz.Buffer();
  const covered = new Map<string, boolean>();
  const extents = font.hExtents();
  const made: SystemFont = {
    file,
    bytes,
    ascent: Math.round(extents.ascender * scale),
    descent: Math.round(extents.descender * scale),
    has(letter) {
      const cached = covered.get(letter);
      if (cached !== undefined) return cached;
      const is = (font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0) > 0;
      covered.set(letter, is);
      return is;
    },
    widthOf: (glyph) => font.glyphHAdvance(glyph) * scale,
    shape(text, isRightToLeft, language) {
      buffer.clearContents();
      // Marks count as letters of their own, so that each sign says what it stands for.
      buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS);
      buffer.addText(text);
      buffer.guessSegmentProperties();
      buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
      if (language !== '') buffer.setLanguage(language);
      harfbuzz.shape(font, buffer);
      const infos = buffer.getGlyphInfos();
      const positions = buffer.getGlyphPositions();
      const clusters = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
      const ends = new Map(
        clusters.map((start, index) => [start, clusters[index + 1] ?? text.length]),
      );
      const told = new Set<number>();
      return infos.map(({ codepoint, cluster }, index) => {
        const position = positions[index];
        const isFirst = !told.has(cluster);
        told.add(cluster);
        return {
          glyph: codepoint,
          advance: (position?.xAdvance ?? 0) * scale,
          x: (position?.xOffset ?? 0) * scale,
          y: (position?.yOffset ?? 0) * scale,
          text: isFirst ? text.slice(cluster, ends.get(cluster)) : '',
        };
      });
    },
  };
  opened.set(key, made);
  return made;
};

/** Whether a font of this machine has a letter. */
export const hasFontFor = (letter: string, language = ''): boolean => {
  const style = {
    family: 'sans',
    isBold: false,
    isItalic: false,
    isNarrow: false,
    name: '',
  } as const;
  return fontCandidates(letter, style, language).some((file) => openFont(file).has(letter));
};

/** What is used here of WebAssembly: TypeScript describes it for browsers only. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly instantiate: (
      bytes: Uint8Array,
      imports: object,
    ) => Promise<{ readonly instance: { readonly exports: unknown } }>;
  };
};

interface SubsetExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly _initialize: () => void;
  readonly malloc: (size: number) => number;
  readonly free: (pointer: number) => void;
  readonly hb_blob_create: (
    data: number,
    length: number,
    mode: number,
    user: number,
    destroy: number,
  ) => number;
  readonly hb_blob_destroy: (blob: number) => void;
  readonly hb_blob_get_length: (blob: number) => number;
  readonly hb_blob_get_data: (blob: number, length: number) => number;
  readonly hb_face_create: (blob: number, index: number) => number;
  readonly hb_face_destroy: (face: number) => void;
  readonly hb_face_reference_blob: (face: number) => number;
  readonly hb_set_add: (set: number, value: number) => void;
  readonly hb_subset_input_create_or_fail: () => number;
  readonly hb_subset_input_destroy: (input: number) => void;
  readonly hb_subset_input_glyph_set: (input: number) => number;
  readonly hb_subset_input_set: (input: number, kind: number) => number;
  readonly hb_subset_input_set_flags: (input: number, flags: number) => void;
  readonly hb_subset_or_fail: (face: number, input: number) => number;
}

const WRITABLE = 2;
const DROPPED_TABLES = 3;
/** Without hints; glyphs keep their numbers. */
const FLAGS = 0x1 | 0x2;
/** What shaping needs and drawing does not. */
const UNUSED_TABLES = [
  'GSUB',
  'GPOS',
  'GDEF',
  'kern',
  'name',
  'post',
  'vhea',
  'vmtx',
  'VORG',
  'DSIG',
  'BASE',
  'FFTM',
  'gasp',
  'hdmx',
  'VDMX',
  'LTSH',
  'PCLT',
  'MATH',
  'cmap',
  'OS/2',
];

/**
 * Makes a font with some of the letters, which keep their numbers.
 *
 * @returns undefined when the font cannot be cut
 */
export const subsetFont = async (
  { bytes, file }: SystemFont,
  glyphs: Iterable<number>,
): Promise<Uint8Array | undefined> => {
  const path = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
  const { instance } = await WebAssembly.instantiate(readFileSync(path), {});
  const wasm = instance.exports as SubsetExports;
  wasm._initialize();
  const data = wasm.malloc(bytes.length);
  new Uint8Array(wasm.memory.buffer).set(bytes, data);
  const blob = wasm.hb_blob_create(data, bytes.length, WRITABLE, 0, 0);
  const face = wasm.hb_face_create(blob, file.index);
  const input = wasm.hb_subset_input_create_or_fail();
  const wanted = wasm.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) wasm.hb_set_add(wanted, glyph);
  const dropped = wasm.hb_subset_input_set(input, DROPPED_TABLES);
  for (const table of UNUSED_TABLES) {
    wasm.hb_set_add(dropped, Buffer.from(table.padEnd(4)).readUInt32BE(0));
  }
  wasm.hb_subset_input_set_flags(input, FLAGS);
  const subset = wasm.hb_subset_or_fail(face, input);
  if (subset === 0) return undefined;
  const result = wasm.hb_face_reference_blob(subset);
  const start = wasm.hb_blob_get_data(result, 0);
  // The memory goes with its instance.
  return new Uint8Array(wasm.memory.buffer.slice(start, start + wasm.hb_blob_get_length(result)));
};
