import { join } from 'node:path';
import { buildahOptions, buildImage, makeNodeImage } from './buildah.mjs';
import { measureImage } from './measure-image.mjs';
import { OLDER_COMMIT, unpackOlderVersion } from './older-version.mjs';
import { openPodman } from './podman.mjs';
import { must, testInFolder } from './programs.mjs';
import { readKey, translate } from './requests.mjs';

/** Of an image, without the data of its languages. */
const MAX_MEBIBYTES = 400;

export const CONTAINER_PACKAGES = ['buildah', 'catatonit', 'crun', 'mmdebstrap', 'podman'];
const PROGRAMS = ['buildah', 'crun', 'mmdebstrap', 'podman'];

/**
 * Builds the image and an older one, runs the older one, kills it, and upgrades it, on one volume.
 */
export const testContainer = (root) =>
  testInFolder({ packages: CONTAINER_PACKAGES, programs: PROGRAMS }, async (folder) => {
    try {
      await makeNodeImage(folder);
      const podman = openPodman(folder);
      const refusal = await podman.findRefusal();
      if (refusal !== undefined) return { skipped: `containers cannot run here: ${refusal}` };
      try {
        return { details: await buildAndRun(root, folder, podman) };
      } finally {
        await podman.removeAll();
      }
    } finally {
      await must('buildah', [...buildahOptions(folder), 'rm', '--all']).catch(() => {});
    }
  });

const buildAndRun = async (root, folder, podman) => {
  const source = await unpackOlderVersion(root, folder);
  await buildImage(folder, root, { tag: 'dragoman:older', context: source, languages: 'none' });
  await buildImage(folder, root, { tag: 'dragoman' });
  const small = await measureImage(folder, 'dragoman:older');
  const full = await measureImage(folder, 'dragoman');

  const models = `${join(root, 'models')}:/opt/dragoman/models:ro`;
  const older = await podman.create('dragoman:older', { volumes: [models] });
  const firstMs = await older.start();
  const key = await older.run('cat', '/data/auth-key');
  const created = await older.run('dragoman', 'keys', 'create', '--name', 'upgrade', '--json');
  await translate(older.url, key, ['DE']);
  await older.kill();
  const killedMs = await older.start();
  await translate(older.url, key, ['DE']);
  await older.stop();

  const newer = await podman.create('dragoman');
  const upgradedMs = await newer.start();
  await newer.checkHealth();
  await translate(newer.url, key);
  await translate(newer.url, readKey(created));
  await newer.stop();

  const withoutData = full.whole - full.languageData;
  if (withoutData > MAX_MEBIBYTES || small.whole > MAX_MEBIBYTES) {
    throw new Error(`${withoutData} and ${small.whole} MiB are more than ${MAX_MEBIBYTES}`);
  }
  return (
    `the image: ${full.whole} MiB, ${withoutData} MiB without ${full.languageData} MiB of language data; ` +
    `${OLDER_COMMIT} without languages: ${small.whole} MiB; ` +
    `ready after ${firstMs} ms, after a kill ${killedMs} ms, after an upgrade ${upgradedMs} ms`
  );
};
