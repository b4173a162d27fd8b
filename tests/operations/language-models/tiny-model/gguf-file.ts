/** A value of the metadata; numbers are unsigned unless they are written with a fraction. */
export type GgufValue =
  | { readonly u32: number }
  | { readonly f32: number }
  | { readonly string: string }
  | { readonly strings: readonly string[] }
  | { readonly f32s: readonly number[] }
  | { readonly i32s: readonly number[] };

/** A tensor of 32-bit floats. */
export interface GgufTensor {
  readonly name: string;
  /** The fastest-changing dimension first. */
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

const VERSION = 3;
const ALIGNMENT = 32;
const TYPES = { u32: 4, i32: 5, f32: 6, string: 8, array: 9 } as const;
const F32_TENSOR = 0;

const u32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
};

const i32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32LE(value);
  return buffer;
};

const f32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatLE(value);
  return buffer;
};

const u64 = (value: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
};

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([u64(bytes.length), bytes]);
};

const array = (type: number, items: readonly Buffer[]): Buffer =>
  Buffer.concat([u32(TYPES.array), u32(type), u64(items.length), ...items]);

const encode = (value: GgufValue): Buffer => {
  if ('u32' in value) return Buffer.concat([u32(TYPES.u32), u32(value.u32)]);
  if ('f32' in value) return Buffer.concat([u32(TYPES.f32), f32(value.f32)]);
  if ('string' in value) return Buffer.concat([u32(TYPES.string), text(value.string)]);
  if ('strings' in value) return array(TYPES.string, value.strings.map(text));
  if ('f32s' in value) return array(TYPES.f32, value.f32s.map(f32));
  return array(TYPES.i32, value.i32s.map(i32));
};

const padded = (buffer: Buffer): Buffer =>
  Buffer.concat([buffer, Buffer.alloc((ALIGNMENT - (buffer.length % ALIGNMENT)) % ALIGNMENT)]);

/** Writes a model in the format of llama.cpp (`docs/gguf.md` of the project ggml, version 3). */
export const ggufFile = (
  metadata: Readonly<Record<string, GgufValue>>,
  tensors: readonly GgufTensor[],
): Buffer => {
  const entries = Object.entries(metadata);
  const data = tensors.map(({ values }) =>
    padded(Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  );
  let offset = 0;
  const infos = tensors.map(({ name, shape }, index) => {
    const info = [text(name), u32(shape.length), ...shape.map(u64), u32(F32_TENSOR), u64(offset)];
    offset += data[index]?.length ?? 0;
    return Buffer.concat(info);
  });
  const head = Buffer.concat([
    Buffer.from('GGUF', 'latin1'),
    u32(VERSION),
    u64(tensors.length),
    u64(entries.length),
    ...entries.map(([key, value]) => Buffer.concat([text(key), encode(value)])),
    ...infos,
  ]);
  return Buffer.concat([padded(head), ...data]);
};
