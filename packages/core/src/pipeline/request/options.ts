import type { TranslateBody } from '@dragoman/contract';
import type { StyleSettings } from '../../style/index.js';
import type { TranslationOptions } from './request.js';

/** Model selection rules 4 and 5 of the service: detection and v2 tags ask for the better model. */
export const optionsOf = (body: TranslateBody, style: StyleSettings = {}): TranslationOptions => {
  const wantsQuality =
    body.source_lang === undefined ||
    body.tag_handling_version === 'v2' ||
    body.model_type === 'quality_optimized' ||
    body.model_type === 'prefer_quality_optimized';
  const splitModes = {
    '0': 'none',
    '1': 'sentences-and-newlines',
    nonewlines: 'sentences',
  } as const;
  return {
    splitMode:
      splitModes[body.split_sentences ?? (body.tag_handling === 'html' ? 'nonewlines' : '1')],
    preserveFormatting: body.preserve_formatting ?? false,
    preferredModel: wantsQuality ? 'quality_optimized' : 'latency_optimized',
    markup: body.tag_handling && {
      syntax: body.tag_handling,
      outlineDetection: body.outline_detection ?? true,
      splitting: new Set(body.splitting_tags),
      nonSplitting: new Set(body.non_splitting_tags),
      ignored: new Set(body.ignore_tags),
    },
    style,
  };
};
