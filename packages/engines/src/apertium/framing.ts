/** A record that outgrew the limit: the program behind it has gone wild. */
export class RecordTooLargeError extends Error {
  override readonly name = 'RecordTooLargeError';
}

/**
 * Cuts a byte stream into the records that NUL bytes end, however the stream is chunked, and
 * decodes each as UTF-8. This is Apertium's null-flush protocol (`-z`).
 */
export class RecordSplitter {
  readonly #maxRecordBytes: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(maxRecordBytes: number) {
    this.#maxRecordBytes = maxRecordBytes;
  }

  /** @throws RecordTooLargeError when a record passes the limit without an end. */
  push(chunk: Buffer, onRecord: (record: string) => void): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      onRecord(this.#finish(chunk, start, end));
      start = end + 1;
    }
    if (start === chunk.length) return;
    this.#pending.push(chunk.subarray(start));
    this.#pendingBytes += chunk.length - start;
    if (this.#pendingBytes > this.#maxRecordBytes) throw new RecordTooLargeError();
  }

  #finish(chunk: Buffer, start: number, end: number): string {
    if (this.#pendingBytes === 0) return chunk.toString('utf8', start, end);
    this.#pending.push(chunk.subarray(start, end));
    const record = Buffer.concat(this.#pending).toString('utf8');
    this.#pending = [];
    this.#pendingBytes = 0;
    return record;
  }
}
