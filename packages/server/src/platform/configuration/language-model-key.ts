import { ConfigurationError } from './configuration-error.js';
import { readBoundedFile } from './configuration-file.js';
import { processEnvironment } from './environment.js';

const MAX_KEY_FILE_BYTES = 4096;
/** What may stand in a header. */
const KEY = /^[\x21-\x7e]{1,4000}$/;

/**
 * The key of a language model's server, from the file or variable that the configuration names;
 * undefined where it names none.
 *
 * @throws ConfigurationError where there is no usable key
 */
export const readLanguageModelKey = ({
  name,
  keyFile,
  keyVariable,
}: {
  readonly name: string;
  readonly keyFile?: string | undefined;
  readonly keyVariable?: string | undefined;
}): string | undefined => {
  const refuse = (member: string, reason: string): never => {
    throw new ConfigurationError([{ where: `languageModels, ${name}: ${member}`, reason }]);
  };
  if (keyFile !== undefined) {
    const file = readBoundedFile(keyFile, MAX_KEY_FILE_BYTES);
    if ('code' in file) return refuse('keyFile', `the file cannot be read (${file.code})`);
    const key = file.text.trim();
    return KEY.test(key) ? key : refuse('keyFile', 'the file must contain one key');
  }
  if (keyVariable === undefined) return undefined;
  const key = processEnvironment()[keyVariable]?.trim() ?? '';
  return KEY.test(key) ? key : refuse('keyVariable', 'the variable must contain a key');
};
