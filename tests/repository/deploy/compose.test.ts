import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ENTRIES, SETTINGS } from '../../../packages/server/dist/configuration/settings.js';
import { ROOT } from './repository.js';

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const FOLDER = join(ROOT, 'deploy');
const compose: Compose = parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8'), { merge: true });
const services = Object.entries(compose.services);
const dragomans = services.filter(([, service]) => service.build);
const dockerfile = readFileSync(join(FOLDER, 'Dockerfile'), 'utf8');
const isPath = (source: string): boolean => source.startsWith('.');

describe('compose.yaml', () => {
  it('builds what the Dockerfile describes', () => {
    expect(dragomans.map(([name]) => name)).toEqual(['dragoman', 'dragoman-1', 'dragoman-2']);
    for (const [, { build }] of dragomans) {
      const path = join(FOLDER, build?.context ?? '', build?.dockerfile ?? '');
      expect(path).toBe(join(FOLDER, 'Dockerfile'));
    }
  });

  it('starts one server unless asked for more', () => {
    const always = services.filter(([, { profiles }]) => !profiles).map(([name]) => name);
    expect(always).toEqual(['dragoman']);
  });

  it('lets the servers write into their volume and nowhere else', () => {
    for (const [, service] of dragomans) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] });
      expect(service.volumes?.map((volume) => volume.split(':')[1])).toEqual(['/data']);
    }
    expect(dockerfile).toContain('\nVOLUME /data\n');
  });

  it('lets nobody in but over the loopback address, at the port that answers', () => {
    const published = services.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(published).toEqual(['dragoman 127.0.0.1:3030:3030', 'nginx 127.0.0.1:3030:3030']);
    expect(dockerfile).toContain('\nEXPOSE 3030\n');
    expect(readFileSync(join(FOLDER, 'nginx.conf'), 'utf8')).toMatch(/\n\s+listen 3030;/);
    expect(compose.networks.inside?.internal).toBe(true);
    for (const name of ['postgres', 'valkey']) {
      expect(compose.services[name]?.networks).toEqual(['inside']);
    }
  });

  it('sets settings that exist, to values that are taken', () => {
    const entries = new Map(ENTRIES.map((entry) => [entry.environmentName as string, entry]));
    for (const [, { environment = {} }] of dragomans) {
      for (const [name, value] of Object.entries(environment)) {
        const entry = entries.get(name);
        expect(entry, name).toBeDefined();
        if (!entry || entry.namesSecretFile) continue;
        expect(SETTINGS[entry.key].type.schema.safeParse(value).success, name).toBe(true);
      }
    }
  });

  it('names only secrets, volumes, networks, files and services that are there', () => {
    for (const [name, service] of services) {
      for (const secret of service.secrets ?? []) {
        expect(compose.secrets, name).toHaveProperty(secret);
        expect(JSON.stringify(service.environment), name).toContain(`/run/secrets/${secret}`);
      }
      for (const network of service.networks ?? [])
        expect(compose.networks).toHaveProperty(network);
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (isPath(source)) expect(existsSync(join(FOLDER, source)), volume).toBe(true);
        else expect(compose.volumes).toHaveProperty(source);
      }
    }
  });

  it('waits for services that have health checks', () => {
    for (const [name, { depends_on = {} }] of services) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const service = compose.services[other];
        expect(condition).toBe('service_healthy');
        expect(service?.healthcheck ?? service?.build, `${name} waits for ${other}`).toBeDefined();
        expect(service?.profiles).toEqual(compose.services[name]?.profiles);
      }
    }
    expect(dockerfile).toContain('\nHEALTHCHECK ');
  });

  it('keeps secrets out of the repository', () => {
    const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n');
    expect(ignored).toContain('/deploy/secrets/');
    for (const { file } of Object.values(compose.secrets)) {
      expect(file).toMatch(/^\.\/secrets\//);
    }
  });
});
