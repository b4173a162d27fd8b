import type { ConfiguredRules, LanguageTag, SentInstruction } from '@dragoman/contract';
import type { OwnedId } from '../../platform/accounts/caller.js';
import type { AuditEntry } from '../../platform/audit-entry.js';

/** An instruction of a style rule list. */
export interface InstructionRecord extends SentInstruction {
  readonly id: string;
}

/** A style rule list. */
export interface StyleRecord {
  readonly id: string;
  /** Id of the API key it belongs to. */
  readonly ownerId: string;
  readonly name: string;
  /** Base tag of the target language. */
  readonly language: LanguageTag;
  /** From 1; rises by 1 with every change. */
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly configuredRules: ConfiguredRules;
  /** In the order in which they were added. */
  readonly instructions: readonly InstructionRecord[];
}

/**
 * Where style rule lists are kept. Every change is complete or has not happened, and is in the audit
 * log. Every method may reject with `DatabaseOutage`.
 */
export interface StyleStore {
  /** @returns false, and nothing is stored, if the owner would have more than `maxStyles` */
  insert(style: StyleRecord, maxStyles: number, audit: AuditEntry): Promise<boolean>;
  /** The oldest first. */
  list(
    ownerId: string,
    part: { readonly offset: number; readonly limit: number },
  ): Promise<readonly StyleRecord[]>;
  find(id: OwnedId): Promise<StyleRecord | undefined>;
  /**
   * Replaces the previous version of a list.
   *
   * @returns false if that is not the stored one, or not there any more
   */
  replace(style: StyleRecord, audit: AuditEntry): Promise<boolean>;
  /** @returns false if there is none */
  remove(id: OwnedId, audit: AuditEntry): Promise<boolean>;
}
