import { availableParallelism, totalmem } from 'node:os';
import { MEBIBYTE } from '@dragoman/contract';
import type { Engine } from '@dragoman/core';
import type { Command } from 'commander';
import { configurationOf } from '../configuration/command-configuration.js';
import { keyFor } from '../features/keys-and-usage/server-key.js';
import { checkServer, type ServerReport } from '../platform/cli/ask-server.js';
import { EXIT_CODES, untilInterrupted } from '../platform/cli/command.js';
import { print } from '../platform/cli/output.js';
import { addressOf, chosenServer } from '../platform/cli/server-access.js';
import { VERSION } from '../platform/configuration/version.js';
import { silentObservers, startServices } from '../services.js';
import { SENT_OUT } from '../welcome.js';

/** What `dragoman doctor` found. */
interface Findings {
  readonly canTranslate: boolean;
  readonly engines: readonly EngineFindings[];
  /** Undefined where the settings describe no address. */
  readonly server: ServerReport | undefined;
}

interface EngineFindings {
  readonly id: string;
  readonly state: string;
  readonly details: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  /** Address that it sends texts to. */
  readonly destination?: string;
  /** Targets by source. */
  readonly pairs: Readonly<Record<string, readonly string[]>>;
}

/** `dragoman doctor`: reports what this installation can do, and what it repaired or skipped. */
export const runDoctor = (
  options: { readonly server?: string; readonly json?: boolean },
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const configuration = configurationOf(command);
    const chosen = chosenServer(options);
    const address = chosen ?? addressOf(configuration);
    const server =
      address === undefined
        ? undefined
        : await checkServer(address, await keyFor(address, configuration), signal);
    const services = await startServices(configuration, silentObservers);
    let findings: Findings;
    try {
      const canTranslate = services.router.sources().size > 0;
      findings = { canTranslate, engines: services.engines.map(examine), server };
    } finally {
      await services.stop();
    }
    print(options.json ? JSON.stringify(asJson(findings), null, 2) : asText(findings));
    if (
      !findings.canTranslate ||
      (chosen !== undefined && (server?.state !== 'ready' || server.advice))
    ) {
      process.exitCode = EXIT_CODES.failed;
    }
  });

const machine = () => ({
  dragoman: VERSION,
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cores: availableParallelism(),
  memory_bytes: totalmem(),
});

const examine = (engine: Engine): EngineFindings => {
  const { state, notes, details = {} } = engine.health();
  const pairs: Record<string, string[]> = {};
  for (const { source, target } of engine.pairs()) {
    pairs[source] ??= [];
    pairs[source].push(target);
  }
  const { id, destination } = engine;
  return { id, state, ...(destination && { destination }), details, notes, pairs };
};

const asJson = ({ canTranslate, engines, server }: Findings) => ({
  can_translate: canTranslate,
  machine: machine(),
  engines,
  server: server && {
    address: server.address,
    state: server.state,
    engines: server.engines,
    key_accepted: server.isKeyAccepted,
    advice: server.advice,
  },
});

const asText = ({ canTranslate, engines, server }: Findings): string => {
  const { dragoman, node, platform, cores, memory_bytes } = machine();
  return [
    `Dragoman ${dragoman}, Node ${node} on ${platform}, ${cores} cores, ${Math.round(memory_bytes / MEBIBYTE)} MiB of memory`,
    ...engines.flatMap(describeEngine),
    ...(canTranslate ? [] : ['', 'No languages can be translated.']),
    ...(server ? ['', ...describeServer(server)] : []),
  ].join('\n');
};

const describeEngine = ({
  id,
  state,
  details,
  notes,
  destination,
  pairs,
}: EngineFindings): readonly string[] => [
  '',
  `Engine ${id}: ${state}, ${Object.values(pairs).flat().length} direct pairs`,
  ...(destination === undefined
    ? []
    : [`  sends the texts that it translates to ${destination}`, `  these are ${SENT_OUT}`]),
  ...Object.entries(details).map(([name, value]) => `  ${name}: ${value}`),
  ...Object.entries(pairs).map(([source, into]) => `  ${source} > ${into.join(', ')}`),
  ...notes.map((note) => `  note: ${note}`),
];

const STATES: Readonly<Record<ServerReport['state'], string>> = {
  ready: 'ready',
  'not-ready': 'responds, but is not ready',
  'no-answer': 'no response',
  'something-else': 'responds, but is not Dragoman',
};

const describeServer = (server: ServerReport): readonly string[] => {
  const engines = Object.entries(server.engines).map((entry) => entry.join(' '));
  const keys = { true: 'accepted', false: 'refused', undefined: 'not set' };
  return [
    `Server ${server.address}: ${STATES[server.state]}`,
    ...(engines.length > 0 ? [`  engines: ${engines.join(', ')}`] : []),
    ...(engines.length > 0 ? [`  key: ${keys[`${server.isKeyAccepted}`]}`] : []),
    ...(server.advice === undefined ? [] : [`  ${server.advice}`]),
  ];
};
