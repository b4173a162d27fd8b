import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OfferedFile, offeredModel, someBytes } from '../testing/offered-model.js';
import { readWanted } from '../wanted-models.js';
import {
  type Architecture,
  type Catalogue,
  chooseSets,
  compareVersions,
  type ModelSet,
  modelSets,
} from './model-sets.js';
import { readRecords } from './records.js';

const ANDROID = "env.appinfo.OS == 'Android'";
const DESKTOP = "env.appinfo.OS != 'Android'";
const NIGHTLY = "env.channel == 'default' || env.channel == 'nightly'";

const catalogueOf = (...models: readonly (readonly OfferedFile[])[]): Catalogue => {
  const { records, leftOut } = readRecords(models.flat().map((file) => file.record));
  const catalogue = modelSets(records);
  return { sets: catalogue.sets, leftOut: [...leftOut, ...catalogue.leftOut] };
};

const chooseSet = (catalogue: Catalogue, pair: string, architecture?: Architecture): ModelSet => {
  const [set] = chooseSets(catalogue, readWanted(pair), architecture).sets;
  if (!set) throw new Error('no set');
  return set;
};

const ids = (catalogue: Catalogue): readonly string[] => catalogue.sets.map((set) => set.id);

const without = (files: readonly OfferedFile[], fileType: string): readonly OfferedFile[] =>
  files.filter((file) => file.record.fileType !== fileType);

describe('the model of a pair', () => {
  // As it stands in the collection for Japanese, Korean, Chinese and Russian.
  const japanese = [
    offeredModel({ source: 'ja', target: 'en', architecture: 'base', filter: DESKTOP }),
    offeredModel({
      source: 'ja',
      target: 'en',
      architecture: 'base-memory',
      version: '3.1',
      filter: ANDROID,
    }),
  ];

  it('is the one for desktops, though the one for telephones has a higher version', () => {
    expect(chooseSet(catalogueOf(...japanese), 'ja-en').id).toBe('ja-en-base-3.0');
  });

  it('can be the small one for telephones where that is asked for', () => {
    const chosen = chooseSet(catalogueOf(...japanese), 'ja-en', 'base-memory');
    expect(chosen).toMatchObject({ id: 'ja-en-base-memory-3.1', isForDesktop: false });
  });

  it('never has files of two releases', () => {
    const [base = []] = japanese;
    const newer = offeredModel({
      source: 'ja',
      target: 'en',
      architecture: 'base',
      version: '3.2',
    });
    const catalogue = catalogueOf(base, without(newer, 'vocab'));
    const chosen = chooseSet(catalogue, 'ja-en');
    expect([...chosen.files.values()].map((record) => record.version)).toEqual([
      '3.0',
      '3.0',
      '3.0',
    ]);
    expect(catalogue.leftOut).toEqual([
      'ja-en base 3.2: its vocabulary is missing or occurs twice',
    ]);
  });

  it('has the highest version, by number', () => {
    const models = ['3.9', '3.10', '3.2'].map((version) => offeredModel({ version }));
    expect(ids(catalogueOf(...models))).toEqual(['en-de-tiny-3.10']);
  });

  it('is the best architecture whatever the versions', () => {
    const catalogue = catalogueOf(
      offeredModel({ architecture: 'tiny', version: '3.9' }),
      offeredModel({ architecture: 'base-memory' }),
    );
    expect(chooseSet(catalogue, 'en-de').architecture).toBe('base-memory');
    expect(chooseSet(catalogue, 'en-de', 'tiny').architecture).toBe('tiny');
  });

  it('for simplified Chinese is one of Chinese', () => {
    const catalogue = catalogueOf(offeredModel({ source: 'zh-Hans', target: 'en' }));
    expect(chooseSet(catalogue, 'zh-en').id).toBe('zh-en-tiny-3.0');
    expect(chooseSet(catalogue, 'zh-Hans-en').id).toBe('zh-en-tiny-3.0');
  });

  it('adds up what is sent and what comes out', () => {
    const files = offeredModel();
    const [set] = catalogueOf(files).sets;
    expect(set?.downloadBytes).toBe(files.reduce((sum, file) => sum + file.sent.length, 0));
    expect(set?.unpackedBytes).toBe(306_000);
  });
});

describe('left out', () => {
  it('is what only nightly builds get', () => {
    expect(ids(catalogueOf(offeredModel({ filter: NIGHTLY })))).toEqual([]);
  });

  it('is what only telephones get where the desktop has nothing', () => {
    expect(ids(catalogueOf(offeredModel({ filter: ANDROID })))).toEqual([]);
  });

  it('is a filter nobody has looked at, and it is said', () => {
    const catalogue = catalogueOf(offeredModel({ filter: "env.country == 'XX'" }));
    expect(catalogue.sets).toEqual([]);
    expect(catalogue.leftOut).toHaveLength(3);
    expect(catalogue.leftOut[0]).toContain("its filter is unknown: env.country == 'XX'");
  });

  it.each(['2.1', '4.0', '1.0', '3.0a1', '', '30.0'])('is version %j', (version) => {
    const catalogue = catalogueOf(offeredModel({ version }));
    expect(catalogue.sets).toEqual([]);
    expect(catalogue.leftOut[0]).toContain('is not supported');
  });

  it.each([
    ['model', 'its model file is missing'],
    ['lex', 'its shortlist is missing'],
    ['vocab', 'its vocabulary is missing or occurs twice'],
  ])('is a model without its %s', (fileType, reason) => {
    const catalogue = catalogueOf(without(offeredModel(), fileType));
    expect(catalogue.sets).toEqual([]);
    expect(catalogue.leftOut).toEqual([`en-de tiny 3.0: ${reason}`]);
  });

  it('is a model with half of a split vocabulary, or with both kinds', () => {
    const files = { model: someBytes('m', 10), lex: someBytes('l', 10) };
    const half = { ...files, srcvocab: someBytes('s', 10) };
    const both = { ...half, trgvocab: someBytes('t', 10), vocab: someBytes('v', 10) };
    const three = { ...half, vocab: someBytes('v', 10) };
    for (const contents of [half, both, three]) {
      expect(ids(catalogueOf(offeredModel({ contents })))).toEqual([]);
    }
  });

  it('is a model with two files of the same kind', () => {
    const catalogue = catalogueOf(offeredModel(), offeredModel().slice(0, 1));
    expect(catalogue.leftOut).toEqual(['en-de tiny 3.0: it has two files of the same kind']);
  });

  it('is a language or an architecture the service does not know', () => {
    const catalogue = catalogueOf(
      offeredModel({ target: 'xx' }),
      offeredModel({ architecture: 'gigantic' }),
    );
    expect(catalogue.sets).toEqual([]);
    expect(catalogue.leftOut.join()).toMatch(
      /does not know the language xx.*architecture is unknown/,
    );
  });

  it.each([
    ['name', '../../evil'],
    ['name', '.hidden'],
    ['name', 'metadata.json'],
    ['decompressedHash', 'not a hash'],
    ['decompressedSize', 1e12],
    ['attachment', { size: 1, hash: 'a'.repeat(64), location: '../other' }],
    ['attachment', { size: 1, hash: 'a'.repeat(64), location: 'https://example.org/x' }],
    ['attachment', { size: 1, hash: 'a'.repeat(64), location: '//example.org/x' }],
  ])('is a record whose %s is %j', (field, value) => {
    const [first] = offeredModel();
    const { records, leftOut } = readRecords([{ ...first?.record, [field]: value }]);
    expect(records).toEqual([]);
    expect(leftOut[0]).toContain(field);
  });

  it.each([null, 7, 'text', [], {}])('is %j in place of a record', (value) => {
    expect(readRecords([value]).records).toEqual([]);
  });
});

describe('a pull of what is not there', () => {
  const catalogue = catalogueOf(
    offeredModel(),
    offeredModel({ source: 'de', target: 'en' }),
    offeredModel({ source: 'fr', target: 'en' }),
  );

  it('names what there is with these languages', () => {
    expect(() => chooseSet(catalogue, 'de-fr')).toThrow(
      'The catalogue has no model de-fr. Available: de-en, en-de, fr-en. Texts can be translated through English.',
    );
  });

  it('names the architectures there are', () => {
    expect(() => chooseSet(catalogue, 'en-de', 'base')).toThrow(
      'The catalogue has no base model for en-de. Available: tiny.',
    );
  });
});

describe('versions', () => {
  it('are ordered by their numbers', () => {
    const parts = fc.array(fc.nat(999), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, fc.nat(3), (version, index) => {
        const place = index % version.length;
        const next = version.map((part, at) => (at === place ? part + 1 : part));
        expect(compareVersions(next.join('.'), version.join('.'))).toBeGreaterThan(0);
        expect(compareVersions(version.join('.'), next.join('.'))).toBeLessThan(0);
        expect(compareVersions(version.join('.'), version.join('.'))).toBe(0);
      }),
    );
  });
});
