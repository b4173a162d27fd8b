import type { InstallHint } from '@dragoman/core';
import { debianPackagesFor } from '@dragoman/engines/apertium';

/** Says in a sentence or two how to install a missing language. */
export const installHint: InstallHint = (language) => {
  const neural = `The operator can search for a neural model with: npx dragoman models available ${language}`;
  const packages = debianPackagesFor(language);
  if (packages.length === 0) return neural;
  return `${neural} - or install Apertium's with: apt-get install ${packages.slice(0, 3).join(' or ')}`;
};
