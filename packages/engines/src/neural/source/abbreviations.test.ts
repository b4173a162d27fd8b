import { describe, expect, it } from 'vitest';
import { editsOfAbbreviations } from './abbreviations.js';
import { edited } from './plain-line.js';

const written = (text: string, language: string): string =>
  edited(text, editsOfAbbreviations(text, language)).text;

describe('abbreviations', () => {
  it.each([
    ['en', 'Price incl. VAT, excl. shipping.', 'Price including VAT, excluding shipping.'],
    ['en', 'Dept. of Health', 'Department of Health'],
    ['en', 'Ask the dept.', 'Ask the department.'],
    ['en', 'It takes approx. 3 days.', 'It takes about 3 days.'],
    ['en', 'Germany vs. France', 'Germany against France'],
    ['en', 'See p. 12 and pp. 20-25.', 'See page 12 and pages 20-25.'],
    ['en', 'No. 5 is missing.', 'Number 5 is missing.'],
    ['de', 'inkl. Frühstück, d.h. ca. 5 Std.', 'inklusive Frühstück, also etwa 5 Stunden.'],
    ['de', 'Seiten wie S. 5, evtl. auch Nr. 6', 'Seiten wie Seite 5, vielleicht auch Nummer 6'],
    ['es', 'Aprox. 5 min. en EE. UU.', 'Aproximadamente 5 minutos en Estados Unidos.'],
    ['fr', 'n° 5, env. 3 min', 'numéro 5, environ 3 minutes'],
    ['de', 'Preis inkl. MwSt. zzgl. Versand', 'Preis inklusive VAT plus Versand'],
    ['de', 'Zu vom 24.12. bis 6.1.', 'Zu vom 24. Dezember bis 6. Januar.'],
    ['de', 'Am Di., 1.12. um 9', 'Am Dienstag, 1. Dezember um 9'],
    ['de', 'am 1.12.2026, Abschnitt 3.1. lesen', 'am 1.12.2026, Abschnitt 3.1. lesen'],
    ['fr', 'le 3 déc. 2026, M. et Mme Petit', 'le 3 décembre 2026, Monsieur et Madame Petit'],
    ['es', 'el 3 de dic. de 2026', 'el 3 de diciembre de 2026'],
    ['fr', 'slt, 20 € TTC', 'salut, 20 € VAT included'],
    [
      'de',
      'Mo.–Fr. 8-18, Sa. 9 und So 10-12',
      'von Montag bis Freitag 8-18, Samstag 9 und Sonntag 10-12',
    ],
    ['de', 'Mo-Sa; Di. und Do. zu', 'von Montag bis Samstag; Dienstag und Donnerstag zu'],
    ['de', 'Fr. Meier sagt: Ach so. Do it.', 'Fr. Meier sagt: Ach so. Do it.'],
    ['fr', 'lun.-ven. 9h-18h, sam. 10h', 'lundi à vendredi 9h-18h, samedi 10h'],
    ['es', 'Lun-Vie, en el mar.', 'de Lunes a Viernes, en el mar.'],
    ['es', 'De lun-vie', 'De lunes a viernes'],
    ['nl', 'ma-vr 9-17, zo is het', 'van maandag tot en met vrijdag 9-17, zo is het'],
    ['nl', 'ma t/m vr, m.u.v. feestdagen', 'ma tot vr, behalve feestdagen'],
    ['pl', 'ok. 5 os., tzn. ok', 'około 5 osób, to znaczy ok'],
    ['pt-BR', 'vc vem? Obs.: aprox. 5 min', 'você vem? Observação: aproximadamente 5 minutos'],
    ['ru', 'ок. 5 чел., т.е. мало и т. д.', 'около 5 человек, то есть мало и так далее.'],
  ])('are written out in %s: %s', (language, text, expected) => {
    expect(written(text, language)).toBe(expected);
  });

  it.each([
    ['The meeting takes 2 hrs.', 'The meeting takes 2 hours.'],
    ['Wait 1 min, then 30secs.', 'Wait 1 minute, then 30 seconds.'],
    ['A flat of 80 sq. m in the centre', 'A flat of 80 square metres in the centre'],
    ['Add 2 tbsp. sugar', 'Add 2 tablespoons sugar'],
  ])('of units behind numbers are written out: %s', (text, expected) => {
    expect(written(text, 'en')).toBe(expected);
  });

  it.each([
    ['de', 'Termin um 15 Uhr, 9-17 Uhr', 'Termin um 15:00 Uhr, 9:00-17:00 Uhr'],
    ['fr', 'à 15 h, de 9 h à 17 h', 'à 15 h 00, de 9 h 00 à 17 h 00'],
    ['es', 'a las 15 h', 'a las 15:00'],
    ['nl', 'om 15 uur', 'om 15.00 uur'],
    ['pt', 'às 15h', 'às 15h00'],
  ])('of hours in the afternoon get minutes in %s: %s', (language, text, expected) => {
    expect(written(text, language)).toBe(expected);
  });

  it.each([
    ['en', 'Hours, mins and secs; the file dept.example'],
    ['en', 'He said: no.'],
    ['de', 'Um 9 Uhr, um 15:30 Uhr, im Std'],
    ['fr', 'de 9 h à 11 h'],
    ['fr', '15 h de travail, à 15 h 30'],
    ['ja', 'ca. 5 min'],
  ])('and nothing else are written out in %s: %s', (language, text) => {
    expect(written(text, language)).toBe(text);
  });
});
