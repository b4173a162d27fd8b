import { expect, it } from 'vitest';
import { countElements } from './xml-subtrees.js';

const count = (source: string) =>
  Object.fromEntries(
    countElements(source, { names: new Set(['t']), withContent: new Set(['rPr']) }),
  );

it('counts elements whatever their prefix', () => {
  expect(count('<w:a><b/><w:b x="1"></w:b></w:a>')).toEqual({ a: 1, b: 2 });
});

it('passes over elastic elements, some of them with all inside', () => {
  expect(count('<a><t>1</t><rPr><b/><old><rPr><c/></rPr></old></rPr><rPr/><d/></a>')).toEqual({
    a: 1,
    d: 1,
  });
});

it('finds no elements in comments and character data', () => {
  expect(count('<a><!-- <rPr> <b> --><![CDATA[ <rPr><c> ]]><d/></a>')).toEqual({ a: 1, d: 1 });
});
