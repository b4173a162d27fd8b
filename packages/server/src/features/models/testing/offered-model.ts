import { createHash } from 'node:crypto';
import type { FileType } from '../remote/records.js';
import { packed, sha256 } from './packed.js';

/** A record as Remote Settings serves it, and what lies at its location. */
export interface OfferedFile {
  readonly record: {
    readonly id: string;
    readonly name: string;
    readonly fileType: string;
    readonly architecture: string;
    readonly version: string;
    readonly sourceLanguage: string;
    readonly targetLanguage: string;
    readonly filter_expression: string;
    readonly schema: number;
    readonly last_modified: number;
    readonly decompressedSize: number;
    readonly decompressedHash: string;
    readonly attachment: {
      readonly filename: string;
      readonly size: number;
      readonly hash: string;
      readonly mimetype: string;
      readonly location: string;
    };
  };
  readonly content: Buffer;
  readonly sent: Buffer;
}

/** Bytes without meaning that are the same on every run. */
export const someBytes = (seed: string, bytes: number): Buffer => {
  const blocks: Buffer[] = [];
  for (let count = 0; count * 32 < bytes; count += 1) {
    blocks.push(createHash('sha256').update(`${seed} ${count}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, bytes);
};

interface Offer {
  readonly source?: string;
  readonly target?: string;
  readonly architecture?: string;
  readonly version?: string;
  readonly filter?: string;
  /** Content of each file; by default of a model of about 300 kB. */
  readonly contents?: Partial<Readonly<Record<FileType, Buffer>>>;
}

/** A model as the collection lists it: one record a file, in the shape of the real ones. */
export const offeredModel = ({
  source = 'en',
  target = 'de',
  architecture = 'tiny',
  version = '3.0',
  filter = '',
  contents,
}: Offer = {}): readonly OfferedFile[] => {
  const label = `${source}${target}`.replaceAll('-', '').toLowerCase();
  const names: Readonly<Record<FileType, string>> = {
    model: `model.${label}.intgemm.alphas.bin`,
    lex: `lex.50.50.${label}.s2t.bin`,
    vocab: `vocab.${label}.spm`,
    srcvocab: `srcvocab.${label}.spm`,
    trgvocab: `trgvocab.${label}.spm`,
  };
  const seed = `${label} ${architecture} ${version}`;
  const files = contents ?? {
    model: someBytes(`model ${seed}`, 300_000),
    lex: someBytes(`lex ${seed}`, 5000),
    vocab: someBytes(`vocab ${seed}`, 1000),
  };
  return (Object.entries(files) as [FileType, Buffer][]).map(([fileType, content]) => {
    const sent = packed(content);
    const id = sha256(Buffer.from(`${seed} ${fileType}`)).slice(0, 32);
    return {
      content,
      sent,
      record: {
        id,
        name: names[fileType],
        fileType,
        architecture,
        version,
        sourceLanguage: source,
        targetLanguage: target,
        filter_expression: filter,
        schema: 1_760_721_896_061,
        last_modified: 1_760_722_036_608,
        decompressedSize: content.length,
        decompressedHash: sha256(content),
        attachment: {
          filename: `${names[fileType]}.zst`,
          size: sent.length,
          hash: sha256(sent),
          mimetype: 'application/zstd',
          location: `main-workspace/translations-models-v2/${id}.zst`,
        },
      },
    };
  });
};
