// In bytes.
export const KIBIBYTE = 1024;
export const MEBIBYTE = 1024 * KIBIBYTE;
export const GIBIBYTE = 1024 * MEBIBYTE;

/** As large as documents may be, whatever is configured. */
export const MAX_DOCUMENT_BYTES = 50 * MEBIBYTE;
