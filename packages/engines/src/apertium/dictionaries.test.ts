import { describe, expect, it } from 'vitest';
import { analysisMode, generationMode } from './dictionaries.js';

describe('the analysis of a mode', () => {
  const mode = { name: 'eng-spa', sources: ['en'], targets: ['es'], script: '', dataBytes: 1 };

  it('is its first program, with the letters of the text', () => {
    const pipeline = "lt-proc -w 'a.automorf.bin' | apertium-tagger -g $2 'a.prob'";
    expect(analysisMode({ ...mode, pipeline })?.script).toBe("lt-proc -z 'a.automorf.bin'");
  });

  it('is unknown where another program analyses', () => {
    expect(analysisMode({ ...mode, pipeline: "hfst-proc 'a.hfst' | cat" })).toBeUndefined();
  });
});

describe('the generation of a mode', () => {
  const mode = { name: 'eng-spa', sources: ['en'], targets: ['es'], script: '', dataBytes: 1 };

  it('is the program that the mode gives its option for unknown words', () => {
    const pipeline = "lt-proc 'a' | lt-proc -b 'b' | lt-proc $1 'c' | lt-proc -p 'd'";
    expect(generationMode({ ...mode, pipeline })?.script).toBe("lt-proc -z -g 'c'");
  });

  it('is unknown where another program generates', () => {
    const pipeline = "lt-proc 'a' | hfst-proc $1 'c'";
    expect(generationMode({ ...mode, pipeline })).toBeUndefined();
  });
});
