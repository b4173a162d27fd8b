import { describe, expect, it } from 'vitest';
import { analysisMode, generationMode } from './dictionaries.js';

describe('the analysis of a mode', () => {
  const mode = { name: 'eng-spa', sources: ['en'], targets: ['es'], dataBytes: 1 };

  it('is its first program', () => {
    const script = "lt-proc -z 'a.automorf.bin' | apertium-tagger -z -g $2 'a.prob'";
    expect(analysisMode({ ...mode, script })?.script).toBe("lt-proc -z 'a.automorf.bin'");
  });

  it('is unknown where another program analyses', () => {
    expect(analysisMode({ ...mode, script: "hfst-proc -z 'a.hfst' | cat" })).toBeUndefined();
  });
});

describe('the generation of a mode', () => {
  const mode = { name: 'eng-spa', sources: ['en'], targets: ['es'], dataBytes: 1 };

  it('is the program that the mode gives its option for unknown words', () => {
    const script = "lt-proc -z 'a' | lt-proc -z -b 'b' | lt-proc -z $1 'c' | lt-proc -z -p 'd'";
    expect(generationMode({ ...mode, script })?.script).toBe("lt-proc -z -g 'c'");
  });

  it('is unknown where another program generates', () => {
    expect(
      generationMode({ ...mode, script: "lt-proc -z 'a' | hfst-proc $1 'c'" }),
    ).toBeUndefined();
  });
});
