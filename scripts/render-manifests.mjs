// Writes deploy/kubernetes/manifests: the chart with its default values, for `kubectl apply`.

import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderManifests } from './chart/default-manifests.mjs';

const FILE = new URL('../deploy/kubernetes/manifests/dragoman.yaml', import.meta.url);

await writeFile(FILE, await renderManifests());
console.log(`written: ${fileURLToPath(FILE)}`);
