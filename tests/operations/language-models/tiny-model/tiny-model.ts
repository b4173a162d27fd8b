import { type GgufTensor, ggufFile } from './gguf-file.js';

const WIDTH = 32;
const HIDDEN = 64;
const HEADS = 2;
const CONTEXT = 16_384;
/** Kinds of tokens. */
const NORMAL = 1;
const UNKNOWN = 2;
const CONTROL = 3;
const BYTE = 6;
/** What the model likes to write, so that its answers in JSON have texts and come to an end. */
const LIKED = new Map([
  ['{', 0.6],
  [',', 0.6],
  ['1', 0.5],
  ['"', 0.5],
  [']', 0.5],
  ['}', 0.5],
  ['e', 0.3],
  ['n', 0.3],
  [' ', 0.3],
]);

/** Numbers from -1 to 1 that are the same in every run (mulberry32). */
const randomNumbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
};

const SPECIAL = ['<unk>', '<s>', '</s>'];
const BYTES = Array.from(
  { length: 256 },
  (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
);
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const CHARACTERS = PRINTABLE.map((character) => character.replace(' ', '▁'));
const TOKENS = [...SPECIAL, ...BYTES, ...CHARACTERS];

/**
 * A language model of the architecture of Llama with one layer, 354 tokens and random weights, as a
 * file of 150 kB. It understands nothing.
 */
export const tinyModel = (seed: number): Buffer => {
  const random = randomNumbers(seed);
  const tensor = (name: string, ...shape: readonly number[]): GgufTensor => {
    const length = shape.reduce((product, size) => product * size, 1);
    return { name, shape, values: Float32Array.from({ length }, () => random() * 0.2) };
  };
  const ones = (name: string): GgufTensor => ({
    name,
    shape: [WIDTH],
    values: new Float32Array(WIDTH).fill(1),
  });
  const embedding = tensor('token_embd.weight', WIDTH, TOKENS.length);
  const output = tensor('output.weight', WIDTH, TOKENS.length);
  for (const [token, name] of TOKENS.entries()) {
    // The first number is the same for all tokens, so its weight in the output says what is liked.
    embedding.values[token * WIDTH] = 4;
    const isBytes = token >= SPECIAL.length && token < SPECIAL.length + BYTES.length;
    output.values[token * WIDTH] = isBytes ? -4 : (LIKED.get(name.replace('▁', ' ')) ?? 0);
  }
  const layer = (name: string, ...shape: readonly number[]) =>
    tensor(`blk.0.${name}.weight`, ...shape);
  return ggufFile(
    {
      'general.architecture': { string: 'llama' },
      'general.name': { string: 'tiny' },
      'llama.vocab_size': { u32: TOKENS.length },
      'llama.context_length': { u32: CONTEXT },
      'llama.embedding_length': { u32: WIDTH },
      'llama.block_count': { u32: 1 },
      'llama.feed_forward_length': { u32: HIDDEN },
      'llama.attention.head_count': { u32: HEADS },
      'llama.attention.head_count_kv': { u32: HEADS },
      'llama.attention.layer_norm_rms_epsilon': { f32: 1e-5 },
      'llama.rope.dimension_count': { u32: WIDTH / HEADS },
      'tokenizer.ggml.model': { string: 'llama' },
      'tokenizer.ggml.tokens': { strings: TOKENS },
      'tokenizer.ggml.scores': { f32s: TOKENS.map(() => 0) },
      'tokenizer.ggml.token_type': {
        i32s: [
          UNKNOWN,
          CONTROL,
          CONTROL,
          ...BYTES.map(() => BYTE),
          ...CHARACTERS.map(() => NORMAL),
        ],
      },
      'tokenizer.ggml.bos_token_id': { u32: 1 },
      'tokenizer.ggml.eos_token_id': { u32: 2 },
      'tokenizer.ggml.unknown_token_id': { u32: 0 },
    },
    [
      embedding,
      ones('blk.0.attn_norm.weight'),
      layer('attn_q', WIDTH, WIDTH),
      layer('attn_k', WIDTH, WIDTH),
      layer('attn_v', WIDTH, WIDTH),
      layer('attn_output', WIDTH, WIDTH),
      ones('blk.0.ffn_norm.weight'),
      layer('ffn_gate', WIDTH, HIDDEN),
      layer('ffn_up', WIDTH, HIDDEN),
      layer('ffn_down', HIDDEN, WIDTH),
      ones('output_norm.weight'),
      output,
    ],
  );
};
