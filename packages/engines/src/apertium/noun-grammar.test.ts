import { describe, expect, it } from 'vitest';
import { grammarOf } from './noun-grammar.js';

describe('the grammar of a phrase', () => {
  it.each([
    ['^hogar/hogar<n><m><sg>$', { gender: 'm', number: 'sg' }],
    ['^la/el<det><def><f><sg>/la<n><m><sg>$ ^casa/casa<n><f><sg>$', { gender: 'f', number: 'sg' }],
    ['^docente/docente<adj><mf><sg>/docente<n><mf><sg>$', { gender: 'm', number: 'sg' }],
    ['^firma/firma<n><f><sg>/firmar<vblex><pri><p3><sg>$', { gender: 'f', number: 'sg' }],
    ['^crisis/crisis<n><f><sp>$', { gender: 'f', number: 'sg' }],
    ['^opciones/opción<n><f><pl>$ ^de/de<pr>$', { gender: 'f', number: 'pl' }],
    ['^Betrieb/*Betrieb$', undefined],
    ['', undefined],
  ])('%s', (analysis, grammar) => {
    expect(grammarOf(analysis)).toEqual(grammar);
  });
});
