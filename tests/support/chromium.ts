import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * Debian's Chromium without windows, which takes a third of the processor time of the other for a
 * page; else the usual one. Nothing is downloaded.
 */
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

export const hasChromium = executablePath !== undefined;

if (!hasChromium) {
  console.warn(
    'Tests in a browser are skipped: there is no Chromium (apt-get install chromium-headless-shell).',
  );
}

/** @param args further arguments of the command line */
export const launchChromium = async (args: readonly string[] = []): Promise<Browser> => {
  if (executablePath === undefined) throw new Error('there is no Chromium');
  // As root, as in containers, Chromium has no sandbox; it loads only pages of ours.
  const withoutSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...args, ...withoutSandbox] });
};
