import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  addConfigurationFlags,
  type CollectedFlags,
  collectFlags,
  completeFlags,
  withConfigurationFlags,
} from './flags.js';
import { loadConfiguration } from './load.js';
import { ENTRIES } from './settings.js';

const parse = (...argv: string[]): CollectedFlags => {
  const command = addConfigurationFlags(new Command('serve')).exitOverride();
  return collectFlags(command.parse(argv, { from: 'user' }));
};

describe('the flags', () => {
  it('that were not given are absent', () => {
    expect(parse()).toEqual({ flags: new Map(), configFile: undefined });
  });

  it('exist for every entry and keep their text', () => {
    for (const entry of ENTRIES) {
      expect([...parse(entry.flag, 'some text').flags]).toEqual([[entry, 'some text']]);
    }
  });

  it('name the configuration file', () => {
    expect(parse('--config', 'other.json').configFile).toBe('other.json');
  });

  it('go into the configuration', () => {
    const { flags } = parse('--port', '8080', '--data-dir=here', '--engines', 'fake,apertium');
    const configuration = loadConfiguration({
      flags,
      environment: {},
      workingDirectory: '/nowhere',
    });
    expect(configuration).toMatchObject({
      port: 8080,
      dataDirectory: '/nowhere/here',
      engines: ['fake', 'apertium'],
    });
  });

  it('are refused when unknown', () => {
    const command = addConfigurationFlags(new Command()).exitOverride();
    command.configureOutput({ writeErr: () => {} });
    expect(() => command.parse(['--prot', '1'], { from: 'user' })).toThrow(/--port/);
  });

  it('are explained with their defaults', () => {
    const help = addConfigurationFlags(new Command()).helpInformation();
    expect(help.replaceAll(/\s+/g, ' ')).toContain('(default: 128KiB)');
  });
});

describe('the flags of commands that were not typed', () => {
  const flagsOf = (words?: readonly string[]) => {
    const program = new Command();
    withConfigurationFlags(program.command('serve'));
    withConfigurationFlags(program.command('keys').command('list'), ['dataDirectory']);
    completeFlags(program, words);
    const [serve, keys] = program.commands;
    return [serve, keys?.commands[0]].map((command) => (command?.options.length ?? 0) > 0);
  };

  it('are left out', () => {
    expect(flagsOf(['keys', 'list', '--json'])).toEqual([false, true]);
    expect(flagsOf(['help', 'serve'])).toEqual([true, false]);
  });

  it('are there where nobody says what was typed', () => {
    expect(flagsOf()).toEqual([true, true]);
  });
});
