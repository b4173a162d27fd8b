/**
 * What was done to a key, to a glossary, a style rule or a translation memory of a key, or to the audit
 * log itself.
 */
export type AuditAction =
  | 'create'
  | 'rename'
  | 'limit'
  | 'permit'
  | 'revoke'
  | 'rotate'
  | 'create-glossary'
  | 'change-glossary'
  | 'remove-glossary'
  | 'create-style'
  | 'change-style'
  | 'remove-style'
  | 'create-memory'
  | 'remove-memory'
  | 'shorten-audit';

/** Who did what to which key. Never holds a key or a text to be translated. */
export interface AuditEntry {
  readonly atMs: number;
  /** `key <id>` for a call of the API, `command line <user>`, or `server`. */
  readonly actor: string;
  readonly action: AuditAction;
  /**
   * The key, or the one that owns the glossary, the style rule or the translation memory; empty where
   * it is about the audit log.
   */
  readonly keyId: string;
  /** What it was changed to. */
  readonly details: Readonly<Record<string, string | number | null>>;
}
