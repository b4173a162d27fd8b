// Debian's Chromium, for tests of the page, its benches and its screenshots. Nothing is downloaded.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The one without windows takes a third of the processor time of the other for a page. */
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) =>
  existsSync(path),
);

export const hasChromium = executablePath !== undefined;

/** What to say where there is none. */
export const NO_CHROMIUM = 'there is no Chromium (apt-get install chromium-headless-shell)';

/** @param {readonly string[]} args further arguments of the command line */
export const launchChromium = async (args = []) => {
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  // As root, as in containers, Chromium has no sandbox; it loads only pages of ours.
  const withoutSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...args, ...withoutSandbox] });
};
