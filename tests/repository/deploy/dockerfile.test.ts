import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Copy, DockerfileParser, type From, type Instruction } from 'dockerfile-ast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTRIES, SETTINGS } from '../../../packages/server/dist/configuration/settings.js';
import { ROUTES } from '../../../packages/server/dist/routes.js';
import { startTestServer, type TestServer } from '../../support/start-server.js';
import { ROOT } from './repository.js';

const WORKDIR = '/opt/dragoman';

const dockerfile = DockerfileParser.parse(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'));
const instructions = dockerfile.getInstructions();
const all = (keyword: string): readonly Instruction[] =>
  instructions.filter((instruction) => instruction.getKeyword() === keyword);
const argumentsOf = (instruction: Instruction): readonly string[] =>
  instruction.getArguments().map((argument) => argument.getValue());
/** The last stage, which becomes the image. */
const last = (keyword: string): string => {
  const line = all(keyword).at(-1)?.getRawArgumentsContent() ?? '';
  return line.replaceAll(/\\\n\s*/g, '');
};
const environment = dockerfile
  .getENVs()
  .flatMap((instruction) => instruction.getProperties())
  .map((property) => [property.getName(), property.getValue() ?? ''] as const);

const healthCheck = (): readonly string[] => {
  const line = last('HEALTHCHECK');
  return JSON.parse(line.slice(line.indexOf('['))) as string[];
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

describe('the Dockerfile', () => {
  it('knows every instruction it uses', () => {
    const known = 'FROM RUN WORKDIR COPY ARG ENV USER VOLUME EXPOSE HEALTHCHECK ENTRYPOINT CMD';
    const used = instructions.map((instruction) => instruction.getKeyword());
    expect(used.filter((keyword) => !known.split(' ').includes(keyword))).toEqual([]);
  });

  it('has stages on a Node that Dragoman runs on', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const [major] = /\d+/.exec(engines.node) ?? [];
    const stages = dockerfile.getFROMs() as readonly From[];
    expect(stages.map((stage) => stage.getBuildStage())).toEqual(['build', null]);
    for (const stage of stages) expect(stage.getImage()).toBe(`node:${major}-bookworm-slim`);
  });

  it('has the languages in one build argument, default ones unless it says none', () => {
    const lines = all('ARG').map((step) => step.getRawArgumentsContent());
    expect(lines).toEqual(['LANGUAGES=default', 'LANGUAGES', 'LANGUAGES', 'EXTRA_PAIRS=""']);
    const steps = all('RUN').map((step) => step.getRawArgumentsContent() ?? '');
    expect(steps.filter((step) => step.includes('$LANGUAGES'))).toHaveLength(2);
  });

  it('copies what is there', () => {
    for (const copy of dockerfile.getCOPYs() as readonly Copy[]) {
      const sources = argumentsOf(copy).slice(0, -1);
      const flag = copy.getFromFlag()?.getValue();
      expect(flag ?? 'build').toBe('build');
      for (const source of sources) {
        const path = flag ? source.replace(`${WORKDIR}/`, '') : source;
        // The first stage creates it.
        if (path === 'node_modules') continue;
        expect(existsSync(join(ROOT, path)), source).toBe(true);
      }
    }
  });

  it('runs commands a shell can read and scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const instruction of all('RUN')) {
      const command = instruction.getRawArgumentsContent() ?? '';
      expect(spawnSync('bash', ['--norc', '-n'], { input: command }).status, command).toBe(0);
      for (const [, name = ''] of command.matchAll(/npm run (\S+)/g)) {
        expect(scripts).toHaveProperty(name);
      }
      for (const [, path = ''] of command.matchAll(/node (scripts\/\S+)/g)) {
        expect(existsSync(join(ROOT, path)), path).toBe(true);
      }
    }
  });

  it('installs the language pairs that `npm start` installs', () => {
    const commands = all('RUN').map((step) => step.getRawArgumentsContent() ?? '');
    const [, code = ''] = /node --print "([^"]*)"/.exec(commands.join('\n')) ?? [];
    const packages = execFileSync('node', ['--print', code], { cwd: ROOT, encoding: 'utf8' });
    const expected = JSON.parse(
      readFileSync(join(ROOT, 'scripts/language-packages.json'), 'utf8'),
    ).default;
    expect(packages.trim().split(' ')).toEqual(expected);
  });

  it('sets settings that exist, to values that are taken', () => {
    const names = new Map(ENTRIES.map((entry) => [entry.environmentName as string, entry]));
    // The C library's own setting, which is none of the product's.
    for (const [name, value] of environment.filter(([name]) => !name?.startsWith('MALLOC_'))) {
      const entry = names.get(name);
      expect(entry, name).toBeDefined();
      if (entry) expect(SETTINGS[entry.key].type.schema.safeParse(value).success, name).toBe(true);
    }
  });

  it('keeps its data in the volume, opens the port it listens on, and is not root', () => {
    const settings = Object.fromEntries(environment);
    expect(last('VOLUME')).toBe(settings.DRAGOMAN_DATA_DIR);
    expect(last('EXPOSE')).toBe(settings.DRAGOMAN_PORT);
    expect(settings.DRAGOMAN_HOST).toBe('0.0.0.0');
    expect(last('USER')).toBe('node');
    const order = instructions.map((instruction) => instruction.getKeyword());
    expect(order.lastIndexOf('RUN')).toBeLessThan(order.lastIndexOf('USER'));
  });

  it('starts the server by the name of its command', () => {
    const { bin } = JSON.parse(readFileSync(join(ROOT, 'packages/server/package.json'), 'utf8'));
    const [program = ''] = JSON.parse(last('ENTRYPOINT'));
    expect(bin).toHaveProperty(program);
    expect(JSON.parse(last('CMD'))).toEqual(['serve']);
  });

  it('asks for its health at a path there is, and understands the answer', () => {
    const [program = '', ...args] = healthCheck();
    const [, path] = /\}(\/[^`]*)`/.exec(args.join(' ')) ?? [];
    expect(ROUTES.map(({ method, url }) => `${method} ${url}`)).toContain(`get ${path}`);
    const check = (port: string) =>
      spawnSync(program, args, { env: { PATH: process.env.PATH, DRAGOMAN_PORT: port } }).status;
    expect(check(new URL(server.url).port)).toBe(0);
    // The port of discard, where nothing listens.
    expect(check('9')).toBe(1);
  });
});
