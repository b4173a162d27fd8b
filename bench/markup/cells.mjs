import { createDetector } from '../../packages/core/dist/index.js';
import { percentile } from '../load/percentiles.mjs';
import { formatTable } from '../report/table.mjs';
import { engineOf, translatorOver, upperCase } from './pipeline.mjs';

const PAGE_CHARACTERS = 110_000;
const WARM_UP_ROUNDS = 5;
const ROUNDS = 25;

/** A page of table rows; `row` writes one by its number. */
const pageOf = (row) => {
  let rows = '';
  for (let number = 0; rows.length < PAGE_CHARACTERS; number++) rows += row(number);
  return `<table>${rows}</table>`;
};

const PAGES = {
  'the same rows': () => '<tr><td>7</td><td><b>12</b></td><td>x<br>house</td></tr>',
  'rows with other numbers': (number) =>
    `<tr><td>${number}</td><td><b>${number * 7}</b></td><td>x<br>house</td></tr>`,
  'rows with other texts': (number) =>
    `<tr><td>7</td><td><b>12</b></td><td>x${number}<br>house ${number}</td></tr>`,
};

/**
 * CPU time of the whole pipeline without an engine for pages of small table cells.
 *
 * @returns a table in Markdown
 */
export const measureCells = async () => {
  const translate = translatorOver(await createDetector(), engineOf(upperCase, 5000));
  const rows = [];
  for (const [name, row] of Object.entries(PAGES)) {
    const page = pageOf(row);
    const cpuMs = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const start = process.cpuUsage();
      await translate(page, { tag_handling: 'html' });
      const { user, system } = process.cpuUsage(start);
      if (round >= WARM_UP_ROUNDS) cpuMs.push((user + system) / 1000);
    }
    rows.push([name, String(Math.round(percentile(cpuMs, 0.5)))]);
  }
  return formatTable([`${PAGE_CHARACTERS / 1000} kB of small table cells`, 'CPU ms'], rows);
};
