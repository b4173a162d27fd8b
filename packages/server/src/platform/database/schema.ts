import type { Kysely } from 'kysely';

/** Tables as kysely sees them. Times are milliseconds since 1970, lists are joined with commas. */
export interface Schema {
  api_keys: {
    id: string;
    digest: string;
    hint: string;
    name: string;
    plan: string;
    permissions: string;
    characters_per_month: number | null;
    requests_per_minute: number | null;
    characters_per_minute: number | null;
    documents_per_month: number | null;
    tokens_per_day: number | null;
    created_at: number;
    revoked_at: number | null;
  };
  usage_days: {
    key_id: string;
    day: string;
    characters: number;
    requests: number;
  };
  /** Language model tokens. */
  token_days: { key_id: string; day: string; tokens: number };
  tag_usage_days: {
    tag: string;
    day: string;
    characters: number;
    requests: number;
  };
  /** Ids of the batches that were added, stored for a day. */
  usage_batches: { id: string; added_at: number };
  /** Shares of quotas. Older servers beside this one know the table by this name. */
  quota_allowances: {
    /** A key, or `*` for all keys together. */
    key_id: string;
    month: string;
    server_id: string;
    characters: number;
    expires_at: number;
  };
  documents: {
    id: string;
    owner_id: string;
    state: string;
    key_digest: string;
    /** JSON object. */
    options: string;
    created_at: number;
    expires_at: number;
    attempts: number;
    characters: number | null;
    error_message: string | null;
    /** JSON object. */
    error: string | null;
    expected_end_at: number | null;
    /** Until then the document is being downloaded. */
    download_until: number;
    billed_at: number | null;
  };
  /** The files of documents, encrypted, in pieces. Only in PostgreSQL. */
  document_files: {
    document_id: string;
    file: string;
    position: number;
    written_at: number;
    bytes: Buffer;
  };
  /** Documents downloaded. */
  document_days: { key_id: string; day: string; documents: number };
  glossaries: { id: string; owner_id: string; name: string; created_at: number };
  glossary_dictionaries: {
    glossary_id: string;
    source_language: string;
    target_language: string;
    /** Order within the glossary. */
    position: number;
    entry_count: number;
    /** Of the entries in UTF-8. */
    size_bytes: number;
    revision: string;
    /**
     * Tab-separated values, without a line end after the last one. Empty where the entries are in
     * `glossary_pieces`.
     */
    entries: string;
  };
  /** Entries of large dictionaries, in UTF-8. Only in the embedded database. */
  glossary_pieces: { revision: string; position: number; written_at: number; bytes: Buffer };
  translation_memories: {
    number: number;
    id: string;
    owner_id: string;
    name: string;
    /** `importing`, `ready` or `removed`. */
    state: string;
    source_language: string;
    target_languages: string;
    segment_count: number;
    bucket_bits: number;
    created_at: number;
    /** When the import last got further. */
    touched_at: number;
  };
  memory_segments: {
    memory: number;
    position: number;
    source_text: string;
    /** JSON list of codes; null if there are none. */
    codes: string | null;
    /** The text as it is compared; null if that is the text. */
    form: string | null;
    /** Of the text as it is compared. */
    digest: number;
  };
  memory_targets: {
    memory: number;
    position: number;
    language: string;
    target_text: string;
    codes: string | null;
  };
  memory_postings: { memory: number; bucket: number; bytes: Buffer };
  memory_jobs: {
    id: string;
    owner_id: string;
    operation: string;
    state: string;
    token: string;
    memory_id: string | null;
    name: string | null;
    /** JSON object. */
    source_file: string | null;
    skipped_count: number | null;
    error_message: string | null;
    attempts: number;
    created_at: number;
    updated_at: number;
    expires_at: number;
  };
  /** Style rule lists. */
  styles: {
    id: string;
    owner_id: string;
    name: string;
    language: string;
    version: number;
    created_at: number;
    updated_at: number;
    /** JSON object. */
    configured_rules: string;
    /** JSON array. */
    instructions: string;
  };
  audit_log: {
    id: string;
    at: number;
    actor: string;
    action: string;
    key_id: string;
    /** JSON object. */
    details: string;
  };
}

export type SqlDatabase = Kysely<Schema>;
