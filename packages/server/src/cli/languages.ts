import type { Command } from 'commander';
import { print } from './common/output.js';
import { chosenServer } from './common/server-access.js';
import { untilInterrupted } from './common/until-interrupted.js';
import type { ListedLanguage } from './translation/backend.js';
import { openBackend } from './translation/open-backend.js';

/** `dragoman languages`: lists the languages that can be translated now. */
export const listLanguages = (
  options: { readonly server?: string; readonly json?: boolean },
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const backend = await openBackend(command, chosenServer(options), signal);
    try {
      const { sources, targets } = await backend.languages(signal);
      if (options.json) {
        print(
          JSON.stringify({ source: sources.map(toJson), target: targets.map(toJson) }, null, 2),
        );
      } else {
        print(['From:', ...sources.map(toLine), 'Into:', ...targets.map(toLine)].join('\n'));
      }
    } finally {
      await backend.close();
    }
  });

const toLine = ({ code, name }: ListedLanguage): string => `  ${code.padEnd(8)}${name}`;

/** In the form of `GET /v2/languages`. */
const toJson = ({ code, name, supportsFormality }: ListedLanguage) => ({
  language: code,
  name,
  supports_formality: supportsFormality,
});
