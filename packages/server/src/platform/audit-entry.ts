/** Who did what to which key. Never holds a key or a text to be translated. */
export interface AuditEntry {
  readonly atMs: number;
  /** `key <id>` for a call of the API, `command line <user>`, or `server`. */
  readonly actor: string;
  /**
   * What was done to the key, such as `create` or `revoke`, or to something of it: `create-glossary`,
   * `remove-memory`. Each feature has its own.
   */
  readonly action: string;
  /**
   * The key, or the one that owns the glossary, the style rule or the translation memory; empty where
   * it is about the audit log.
   */
  readonly keyId: string;
  /** What it was changed to. */
  readonly details: Readonly<Record<string, string | number | null>>;
}
