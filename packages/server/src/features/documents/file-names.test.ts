import { describe, expect, it } from 'vitest';
import { attachment, cleanFileName, resultFileName } from './file-names.js';

describe('the name of a document', () => {
  it.each([
    ['report.docx', 'report.docx'],
    ['../../etc/in ü.txt', 'in ü.txt'],
    ['C:\\files\\a.txt', 'a.txt'],
    ['a\r\nSet-Cookie: b.txt', 'aSet-Cookie: b.txt'],
    ['a\u202etxt.exe.txt', 'atxt.exe.txt'],
    [`${'x'.repeat(500)}.txt`, `${'x'.repeat(196)}.txt`],
    ['', ''],
  ])('%j becomes %j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
  });

  it('gets another extension with another format', () => {
    expect(resultFileName('a.b.PDF', 'pdf', 'docx')).toBe('a.b.docx');
    expect(resultFileName('a.HTM', 'html', 'html')).toBe('a.HTM');
  });

  it('goes into a header in any script', () => {
    expect(attachment(`it's "ü".txt`)).toBe(
      `attachment; filename="it's \\"_\\".txt"; filename*=UTF-8''it%27s%20%22%C3%BC%22.txt`,
    );
  });
});
