import type { WireCustomInstruction, WireStyle } from '@dragoman/contract';
import type { InstructionRecord, StyleRecord } from './style-record.js';

/** An instruction as v3 returns it. */
export const toWireInstruction = ({
  id,
  label,
  prompt,
  sourceLanguage,
}: InstructionRecord): WireCustomInstruction => ({
  id,
  label,
  prompt,
  ...(sourceLanguage !== undefined && { source_language: sourceLanguage }),
});

// Existing clients need the fractions of a second, which `toISOString` always writes.
const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** A style rule list as v3 returns it; without its rules and instructions unless it is detailed. */
export const toWireStyle = (style: StyleRecord, isDetailed = true): WireStyle => ({
  style_id: style.id,
  name: style.name,
  language: style.language,
  version: style.version,
  creation_time: timeOf(style.createdAtMs),
  updated_time: timeOf(style.updatedAtMs),
  ...(isDetailed && {
    configured_rules: style.configuredRules,
    custom_instructions: style.instructions.map(toWireInstruction),
  }),
});
