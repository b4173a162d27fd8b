/**
 * What a migration does to servers of other versions on the same database. After an `expand` older
 * and newer versions work; a `contract` takes away what older versions need.
 */
export type MigrationKind = 'expand' | 'contract';

/** The name says it, so that a version also knows it of migrations that are newer than itself. */
export const kindOf = (name: string): MigrationKind =>
  name.endsWith('-contract') ? 'contract' : 'expand';
