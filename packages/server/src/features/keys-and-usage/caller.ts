/** Whose glossaries or translation memories are meant, and who is named in the audit log. */
export interface Caller {
  /** Id of the API key. */
  readonly ownerId: string;
  /** `key <id>` for a call of the API, or `command line <user>` */
  readonly actor: string;
}
