import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createHeldOutput } from './held-output.js';

it('writes the log after what it was held back for, in order', () => {
  const terminal = new PassThrough({ encoding: 'utf8' });
  const output = createHeldOutput(terminal);
  const log = pino({ base: null, timestamp: false }, output);
  log.info('an engine was chosen');
  log.info('another one');
  terminal.write('Dragoman   http://127.0.0.1:3030\n');
  output.release();
  output.release();
  log.info('a request');
  expect(terminal.read()).toBe(
    [
      'Dragoman   http://127.0.0.1:3030',
      '{"level":30,"msg":"an engine was chosen"}',
      '{"level":30,"msg":"another one"}',
      '{"level":30,"msg":"a request"}',
      '',
    ].join('\n'),
  );
});
