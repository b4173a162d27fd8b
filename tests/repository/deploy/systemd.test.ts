import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENTRIES, SETTINGS } from '../../../packages/server/dist/configuration/settings.js';
import { ROOT } from './repository.js';

const PATH = join(ROOT, 'deploy/dragoman.service');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** Every setting of the unit, by name; one that may be given several times has several values. */
const unit = new Map<string, string[]>();
for (const [, name = '', value = ''] of readFileSync(PATH, 'utf8').matchAll(/^(\w+)=(.*)$/gm)) {
  unit.set(name, [...(unit.get(name) ?? []), value]);
}
const one = (name: string): string => unit.get(name)?.[0] ?? '';

describe('dragoman.service', () => {
  it.skipIf(!hasSystemd)('is a unit that systemd finds nothing wrong with', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', PATH], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('starts a program that is there', () => {
    const [, program, script = '', verb] = one('ExecStart').split(' ');
    expect([program, verb]).toEqual(['node', 'serve']);
    expect(existsSync(join(ROOT, script))).toBe(true);
    expect(one('WorkingDirectory')).toMatch(/^\//);
  });

  it('sets settings that exist, and keeps the data where the service may write', () => {
    const given = (unit.get('Environment') ?? []).map((line) => line.split('=', 2));
    const known = new Set(ENTRIES.map((entry) => entry.environmentName as string));
    // The C library has settings of its own.
    const own = given.filter(([name = '']) => !name.startsWith('MALLOC_'));
    expect(own.filter(([name = '']) => !known.has(name))).toEqual([]);
    const { DRAGOMAN_DATA_DIR } = Object.fromEntries(given);
    expect(DRAGOMAN_DATA_DIR).toBe(`/var/lib/${one('StateDirectory')}`);
    expect(one('ProtectSystem')).toBe('strict');
  });

  it('is not root, has no rights to lose, and sees no home', () => {
    expect(one('User')).toBe('dragoman');
    expect(unit.get('CapabilityBoundingSet')).toEqual(['']);
    expect([one('NoNewPrivileges'), one('ProtectHome')]).toEqual(['yes', 'yes']);
  });

  it('waits longer for its end than the server takes', () => {
    const graceSeconds = SETTINGS.shutdownGraceMs.defaultValue / 1000;
    expect(Number(one('TimeoutStopSec'))).toBeGreaterThan(graceSeconds);
  });
});
