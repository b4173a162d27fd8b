import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildahOptions } from './buildah.mjs';
import { must } from './programs.mjs';

const MEBIBYTE = 1024 ** 2;
const LANGUAGE_DATA = ['usr/share/apertium', 'opt/dragoman/models'];

/** @returns MiB of the whole image and of its language data */
export const measureImage = async (folder, image) => {
  const buildah = (...args) => must('buildah', [...buildahOptions(folder), ...args]);
  const container = await buildah('from', image);
  const root = await buildah('mount', container);
  const measure = async (...paths) => {
    if (paths.length === 0) return 0;
    const lines = (await must('du', ['--summarize', '--bytes', ...paths])).split('\n');
    return lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / MEBIBYTE;
  };
  const whole = await measure(root);
  const languageData = await measure(
    ...LANGUAGE_DATA.map((path) => join(root, path)).filter((path) => existsSync(path)),
  );
  await buildah('rm', container);
  return { whole: Math.round(whole), languageData: Math.round(languageData) };
};
