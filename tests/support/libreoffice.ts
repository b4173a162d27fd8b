import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROGRAM = '/usr/bin/soffice';

/** How long a step with LibreOffice may take, as an option of a test. */
export const SLOW = { timeout: 900_000 };

/** Whether its tests are wanted, which take minutes: `npm test -- --all` installs it and says so. */
export const hasLibreOffice = (): boolean => {
  const isReady = process.env.TEST_WITH_LIBREOFFICE === '1' && existsSync(PROGRAM);
  if (!isReady)
    process.stderr.write('Tests with LibreOffice are skipped; npm test -- --all runs them.\n');
  return isReady;
};

/**
 * Settings of a user who has started a later version already. Otherwise each start with new settings
 * first tests how the machine draws, which takes five seconds.
 */
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>99.0</value></prop></item>
</oor:items>
`;

/**
 * Converts files in a process of its own, with settings that are thrown away. It does not repair: a
 * damaged file gives no result.
 *
 * @param format what LibreOffice calls it: `pdf`, `docx`, `txt:Text`
 * @param into folder for the results, which keep their names with a new extension
 */
export const convert = async (
  format: string,
  into: string,
  ...files: readonly string[]
): Promise<void> => {
  const profile = await mkdtemp(join(tmpdir(), 'dragoman-office-profile-'));
  try {
    await mkdir(join(profile, 'user'));
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), SETTINGS);
    const options = [
      '--headless',
      '--norestore',
      `-env:UserInstallation=${pathToFileURL(profile)}`,
    ];
    await run(PROGRAM, [...options, '--convert-to', format, '--outdir', into, ...files], SLOW);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
};

/** Pages of a PDF that LibreOffice wrote. */
export const pageCount = async (path: string): Promise<number> =>
  (await readFile(path, 'latin1')).match(/\/Type\s*\/Page\b/g)?.length ?? 0;
