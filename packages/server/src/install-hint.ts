import type { InstallHint } from '@dragoman/core';
import { debianPackagesFor } from '@dragoman/engines/apertium';

/** Says how a language that is not installed can be had, in one sentence for the client. */
export const installHint: InstallHint = (language) => {
  const packages = debianPackagesFor(language);
  if (packages.length === 0) return 'No engine of this version offers it.';
  const names = packages.slice(0, 3).join(' or ');
  return `The operator can install it with: apt-get install ${names}`;
};
