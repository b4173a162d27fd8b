import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ConfigurationError,
  type ConfigurationSources,
  loadConfiguration,
  redact,
} from './load.js';
import { type Configuration, ENTRIES, type Entry } from './settings.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-configuration-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: unknown): string => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const flags = (values: Record<string, string>): ReadonlyMap<Entry, string> =>
  new Map(
    ENTRIES.flatMap((entry) => {
      const value = values[entry.flag];
      return value === undefined ? [] : [[entry, value]];
    }),
  );

const load = (sources: Partial<ConfigurationSources> = {}): Configuration =>
  loadConfiguration({ environment: {}, workingDirectory: folder, ...sources });

const complaint = (sources: Partial<ConfigurationSources>): string => {
  try {
    load(sources);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('The configuration was taken.');
};

describe('trusted proxies', () => {
  it('are addresses and networks', () => {
    const environment = { DRAGOMAN_TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,192.0.2.7' };
    expect(load({ environment }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '2001:db8::/32',
      '192.0.2.7',
    ]);
  });

  it.each(['', 'true', 'loopback', 'nginx', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1,', '::/0'])(
    'are nothing else: %j',
    (value) => {
      expect(complaint({ environment: { DRAGOMAN_TRUSTED_PROXIES: value } })).toContain(
        'DRAGOMAN_TRUSTED_PROXIES (environment): the value must be 1 to 64 of addresses or networks',
      );
    },
  );
});

describe('without any source', () => {
  it('the defaults hold, and a fresh clone listens to this machine only', () => {
    expect(load()).toEqual({
      host: '127.0.0.1',
      port: 3030,
      dataDirectory: join(folder, 'data'),
      databaseUrl: undefined,
      redisUrl: undefined,
      authKey: undefined,
      authSchemes: ['Service-Auth-Key', 'DeepL-Auth-Key'],
      baseUrl: undefined,
      freeBaseUrl: undefined,
      region: undefined,
      maxBodyBytes: 131_072,
      maxTexts: undefined,
      requestTimeoutMs: 30_000,
      requestTimeoutGrowthMs: 1000,
      receiveTimeoutMs: 120_000,
      maxConnections: 4096,
      maxConnectionsPerAddress: 1024,
      coalesceGraceMs: 1500,
      maxConcurrentRequests: 256,
      maxQueuedCharacters: 2_000_000,
      cacheMaxBytes: 67_108_864,
      maxPivots: 1,
      maxDocumentBytes: 31_457_280,
      maxDocumentCharacters: 1_000_000,
      maxDocumentsPerKey: 50,
      documentRetentionMs: 3_600_000,
      documentKeepMs: 600_000,
      page: 'auto',
      pagePassword: undefined,
      pageRequestsPerMinute: 240,
      pageCharactersPerMinute: 1_000_000,
      pageSessionMs: 3_600_000,
      compatibility: undefined,
      compatibilityKeys: 'always',
      shutdownDelayMs: 0,
      shutdownGraceMs: 10_000,
      logLevel: 'info',
      tracingPercent: 100,
      engines: ['neural', 'apertium'],
      neuralThreads: undefined,
      neuralMaxMemoryBytes: undefined,
      neuralIdleStopMs: 600_000,
      neuralBuild: 'auto',
      kernels: undefined,
      apertiumDataDirectory: '/usr/share/apertium',
      apertiumMessageTimeoutMs: 5000,
      apertiumIdleStopMs: 300_000,
      offline: 'off',
      modelsDirectory: undefined,
      catalogueUrl: 'https://firefox.settings.services.mozilla.com',
      catalogueAttachmentsUrl: undefined,
    });
  });

  it('nothing in the result can be changed', () => {
    const configuration = load();
    expect(Object.isFrozen(configuration)).toBe(true);
    expect(Object.isFrozen(configuration.authSchemes)).toBe(true);
    expect(Object.isFrozen(configuration.engines)).toBe(true);
  });
});

describe('the name of the neural engine in older configurations', () => {
  it('is accepted', () => {
    const environment = {
      DRAGOMAN_ENGINES: 'apertium,bergamot',
      DRAGOMAN_PREFERRED_ENGINES: 'en-de=bergamot',
    };
    const configuration = load({ environment });
    expect(configuration.engines).toEqual(['apertium', 'neural']);
    expect(configuration.preferredEngines).toEqual(['en-de=bergamot']);
  });
});

describe('precedence', () => {
  it('defaults < file < environment < flags', () => {
    write('dragoman.json', { port: 1001, maxTexts: 11, maxPivots: 2 });
    const environment = { DRAGOMAN_PORT: '1002', DRAGOMAN_MAX_TEXTS: '12' };
    const configuration = load({ environment, flags: flags({ '--port': '1003' }) });
    expect(configuration).toMatchObject({ port: 1003, maxTexts: 12, maxPivots: 2 });
  });

  it('--config < DRAGOMAN_CONFIG < dragoman.json among files, and only one is read', () => {
    write('dragoman.json', { port: 1001, maxTexts: 11 });
    const environment = { DRAGOMAN_CONFIG: write('second.json', { port: 1002, maxPivots: 0 }) };
    expect(load({ environment })).toMatchObject({ port: 1002, maxTexts: undefined, maxPivots: 0 });
    write('third.json', { port: 1003 });
    expect(load({ environment, configFile: 'third.json' })).toMatchObject({
      port: 1003,
      maxPivots: 1,
    });
  });

  it('a secret given by a stronger source replaces one from a file of a weaker source', () => {
    write('dragoman.json', { authKeyFile: 'absent' });
    expect(load({ environment: { DRAGOMAN_AUTH_KEY: 'from-environment' } }).authKey).toBe(
      'from-environment',
    );
  });
});

describe('paths', () => {
  it('count from the configuration file or from the working directory', () => {
    const configFile = write('etc/settings.json', { dataDirectory: 'here' });
    expect(load({ configFile }).dataDirectory).toBe(join(folder, 'etc', 'here'));
    expect(load({ environment: { DRAGOMAN_DATA_DIR: 'here' } }).dataDirectory).toBe(
      join(folder, 'here'),
    );
  });
});

describe('a secret in a file', () => {
  it('is read without its last line end', () => {
    write('key', 'correct-horse\n');
    expect(load({ environment: { DRAGOMAN_AUTH_KEY_FILE: 'key' } }).authKey).toBe('correct-horse');
  });

  it('must keep the same form as one given directly', () => {
    write('key', 'correct horse\n');
    const message = complaint({ environment: { DRAGOMAN_AUTH_KEY_FILE: 'key' } });
    expect(message).toContain('DRAGOMAN_AUTH_KEY_FILE (environment)');
    expect(message).not.toContain('horse');
  });

  it('is refused together with one given directly in the same place', () => {
    const environment = { DRAGOMAN_AUTH_KEY: 'correct-horse', DRAGOMAN_AUTH_KEY_FILE: 'key' };
    expect(complaint({ environment })).toContain('DRAGOMAN_AUTH_KEY_FILE (environment) is set too');
  });

  it.each(['absent', '', '.', 'big'])('is refused when it cannot be had from %j', (name) => {
    write('big', 'x'.repeat(5000));
    const message = complaint({ flags: flags({ '--auth-key-file': name }) });
    expect(message).toContain('--auth-key-file (flag)');
  });

  it('that is itself put in place of the path is not repeated', () => {
    const message = complaint({ environment: { DRAGOMAN_AUTH_KEY_FILE: 'correct-horse' } });
    expect(message).toContain('ENOENT');
    expect(message).not.toContain('horse');
  });
});

describe('a wrong value', () => {
  it('is named with its source, its bounds and itself', () => {
    expect(complaint({ environment: { DRAGOMAN_PORT: '70000' } })).toContain(
      'DRAGOMAN_PORT (environment): the value must be a whole number from 0 to 65535; it is "70000"',
    );
    expect(complaint({ flags: flags({ '--max-texts': 'all' }) })).toContain('--max-texts (flag)');
    const path = write('dragoman.json', { logLevel: 'loud' });
    expect(complaint({})).toContain(`logLevel (file ${path}): the value must be one of fatal,`);
  });

  it('does not hide others', () => {
    const environment = { DRAGOMAN_PORT: 'x', DRAGOMAN_HOST: 'a b', DRAGOMAN_NOPE: '1' };
    const message = complaint({ environment });
    for (const name of Object.keys(environment)) expect(message).toContain(name);
  });

  it('is never an empty one taken as absent', () => {
    expect(complaint({ environment: { DRAGOMAN_AUTH_KEY: '' } })).toContain('DRAGOMAN_AUTH_KEY');
  });

  it('is not repeated when it is secret', () => {
    const message = complaint({ environment: { DRAGOMAN_AUTH_KEY: 'short' } });
    expect(message).toContain('DRAGOMAN_AUTH_KEY (environment): the value must be 8 to 256');
    expect(message).not.toContain('short');
  });

  it('is cut when it is long', () => {
    expect(complaint({ environment: { DRAGOMAN_HOST: '?'.repeat(100_000) } }).length).toBeLessThan(
      400,
    );
  });
});

describe('an unknown name', () => {
  it('is refused with the nearest one', () => {
    expect(complaint({ environment: { DRAGOMAN_PROT: '1' } })).toContain(
      'DRAGOMAN_PROT (environment): there is no such setting; did you mean DRAGOMAN_PORT?',
    );
    write('dragoman.json', { maxText: 3 });
    expect(complaint({})).toMatch(/maxText \(file .*did you mean maxTexts\?/);
  });

  it('is refused without a suggestion where nothing is like it', () => {
    expect(complaint({ environment: { DRAGOMAN_FOO: '1' } })).toMatch(
      /DRAGOMAN_FOO \(environment\): there is no such setting$/m,
    );
  });

  it('is refused even when every object has a member called so', () => {
    write('dragoman.json', '{"__proto__": {"port": 1}, "constructor": 2, "toString": 3}');
    const message = complaint({});
    for (const name of ['__proto__', 'constructor', 'toString']) expect(message).toContain(name);
  });

  it('is no concern without our prefix, or when the scripts own it', () => {
    const environment = { PORT: '1', dragoman_port: '1', DRAGOMANIA: '1', DRAGOMAN_SKIP_APT: '1' };
    expect(load({ environment }).port).toBe(3030);
  });

  it('set by Kubernetes for a service gets its own explanation', () => {
    for (const [name, value] of [
      ['DRAGOMAN_PORT', 'tcp://10.0.0.7:3030'],
      ['DRAGOMAN_SERVICE_HOST', '10.0.0.7'],
      ['DRAGOMAN_PORT_3030_TCP_ADDR', '10.0.0.7'],
    ] as const) {
      expect(complaint({ environment: { [name]: value } })).toContain('enableServiceLinks: false');
    }
  });
});

describe('a configuration file', () => {
  it('that is named must exist', () => {
    expect(complaint({ configFile: 'absent.json' })).toMatch(
      /--config \(flag\): the file .*absent\.json cannot be read \(ENOENT\)/,
    );
    expect(complaint({ environment: { DRAGOMAN_CONFIG: '' } })).toContain(
      'DRAGOMAN_CONFIG (environment)',
    );
  });

  it('may start with a byte order mark', () => {
    write('dragoman.json', '\uFEFF{"port": 1001}');
    expect(load().port).toBe(1001);
  });

  it.each(['', '[]', 'null', '"x"', '{"port": 1} 2'])('is refused when it is %j', (content) => {
    write('dragoman.json', content);
    expect(complaint({})).toContain(join(folder, 'dragoman.json'));
  });

  it('that is broken does not show what stands in it', () => {
    write('dragoman.json', '{\n  "authKey": correct-horse\n}');
    expect(complaint({})).toContain('is not valid JSON');
    expect(complaint({})).not.toMatch(/horse|corre/);
  });

  it('is refused when it is larger than a person writes', () => {
    write('dragoman.json', `${' '.repeat(2_000_000)}{}`);
    expect(complaint({})).toContain('too large');
  });
});

const printed = (environment: Record<string, string>): string =>
  JSON.stringify(redact(loadConfiguration({ environment, workingDirectory: '/nowhere' })));

it('a printed configuration shows that a secret is set, never its value', () => {
  const text = printed({ DRAGOMAN_AUTH_KEY: 'correct-horse', DRAGOMAN_PORT: '4040' });
  expect(text).toContain('"authKey":"[redacted]"');
  expect(text).toContain('"port":4040');
  expect(text).not.toContain('horse');
});

it('a printed configuration shows that a secret is missing', () => {
  expect(printed({})).toContain('"authKey":null');
});
