import { baseOf, type LanguageTag } from '@dragoman/contract';
import { lazyByKey, monthNames } from '@dragoman/core';
import { capitalised, escapeForPattern } from '@dragoman/core/characters';

/** What a stretch of a text becomes. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A pattern with the global flag, and what is written for what it finds; undefined leaves it. */
export type Rule = readonly [
  pattern: RegExp,
  write: (found: RegExpExecArray) => string | undefined,
];

/** Spaces that no line is broken at are spaces for the rules. */
const NARROW_SPACES = /[\u00a0\u202f]/g;

/** The edits of rules, in the order of the rules. */
export const editsBy = (rules: readonly Rule[], text: string): Edit[] => {
  const spaced = text.replace(NARROW_SPACES, ' ');
  return rules.flatMap(([pattern, write]) =>
    Array.from(spaced.matchAll(pattern)).flatMap((found) => {
      const written = write(found);
      const start = found.index;
      return written === undefined ? [] : [{ start, end: start + found[0].length, text: written }];
    }),
  );
};

/**
 * Abbreviations of a language, with what they stand for. Those with a full stop may be written without
 * spaces between their parts.
 */
interface Abbreviations {
  /** Anywhere. `VAT` is English already: models of these languages guess at their own word, and write English. */
  readonly words: string;
  /** Right before a number. */
  readonly beforeNumbers?: string;
  /** Days of the week, and what two with a dash between them are: `Mo–Fr`. */
  readonly days?: {
    readonly words: string;
    /** What models want to read before the first one. */
    readonly from?: string;
    readonly to: string;
  };
  /**
   * What a date without a year, `24.12.`, has behind one of the words: `24. Dezember`. Near one of `sections`, it is
   * the number of a section.
   */
  readonly dates?: { readonly behind: string; readonly sections: RegExp };
  /** Those of months right behind a day, in their order; `-` for one that is not abbreviated. */
  readonly months?: string;
  /** Right behind a number: what one and more of them are. */
  readonly units?: string;
  /** A full hour where there is one of the afternoon: it is read as a time where it has minutes, too. */
  readonly hour?: {
    readonly before?: string;
    readonly word: string;
    /** The same with minutes, and how they are written at the start of a range. */
    readonly minutes: string;
    readonly fullHour: string;
  };
}

const ABBREVIATIONS: Readonly<Record<string, Abbreviations>> = {
  en: {
    words: `acct.=account amt.=amount approx.=about appt.=appointment bldg.=building dept.=department
      esp.=especially excl.=excluding govt.=government incl.=including mgmt.=management mgr.=manager
      misc.=miscellaneous vs.=against`,
    beforeNumbers: 'p.=page pp.=pages no.=number nos.=numbers',
    units: `hr=hour/hours hrs=hour/hours min=minute/minutes mins=minute/minutes sec=second/seconds
      secs=second/seconds yr=year/years yrs=year/years wk=week/weeks wks=week/weeks
      tbsp=tablespoon/tablespoons tsp=teaspoon/teaspoons lb=pound/pounds lbs=pound/pounds
      sq_m=square_metre/square_metres sq._m=square_metre/square_metres
      sq_ft=square_foot/square_feet sq._ft=square_foot/square_feet`,
  },
  de: {
    words: `bspw.=beispielsweise bzw.=oder ca.=etwa d._h.=also d._M.=dieses_Monats einschl.=einschließlich
      evtl.=vielleicht exkl.=ohne ggf.=wenn_nötig inkl.=inklusive Mehrwertsteuer=VAT MwSt.=VAT MwSt=VAT
      tägl.=täglich u._a.=unter_anderem v._a.=vor_allem vllt.=vielleicht z._Zt.=zurzeit zzgl.=plus
      Abt.=Abteilung Whg.=Wohnung`,
    beforeNumbers: 'Nr.=Nummer S.=Seite',
    days: {
      words: 'Mo=Montag Di=Dienstag Mi=Mittwoch Do=Donnerstag Fr=Freitag Sa=Samstag So=Sonntag',
      from: 'von ',
      to: ' bis ',
    },
    dates: {
      behind: 'ab am bis seit vom zum Mo Di Mi Do Fr Sa So',
      sections: /§|(?:Abs(?:atz|chnitt|\.)|Artikel|Kapitel|Punkt|Version|Ziffer)/i,
    },
    units: `Std.=Stunde/Stunden Min.=Minute/Minuten Sek.=Sekunde/Sekunden qm=Quadratmeter/Quadratmeter
      Stk.=Stück/Stück Mio.=Million/Millionen Mrd.=Milliarde/Milliarden Jh.=Jahrhundert/Jahrhundert`,
    hour: { word: ' Uhr', minutes: ':00 Uhr', fullHour: ':00' },
  },
  es: {
    words: `aprox.=aproximadamente IVA=VAT Avda.=avenida EE._UU.=Estados_Unidos EEUU=Estados_Unidos dto.=descuento
      incl.=incluido xq=porque xfa=por_favor`,
    beforeNumbers: 'n.º=número nº=número núm.=número pág.=página págs.=páginas',
    days: {
      words: 'lun=lunes mar=martes mié=miércoles jue=jueves vie=viernes sáb=sábado dom=domingo',
      from: 'de ',
      to: ' a ',
    },
    units: 'min=minuto/minutos min.=minuto/minutos seg.=segundo/segundos',
    months: 'ene. feb. mar. abr. - jun. jul. ago. sept. oct. nov. dic.',
    hour: { before: '(?:a|de|desde|hasta) las?', word: ' ?h', minutes: ':00', fullHour: ':00' },
  },
  fr: {
    words: `appart=appartement bcp=beaucoup env.=environ M._et_Mme=Monsieur_et_Madame Mme=Madame qqch=quelque_chose qqn=quelqu'un rdv=rendez-vous
      slt=salut SVP=s'il_vous_plaît Tél.=Téléphone tlj=tous_les_jours TTC=VAT_included TVA=VAT`,
    beforeNumbers: 'n°=numéro p.=page',
    days: {
      words: 'lun=lundi mar=mardi mer=mercredi jeu=jeudi ven=vendredi sam=samedi dim=dimanche',
      to: ' à ',
    },
    units: 'min=minute/minutes min.=minute/minutes sem.=semaine/semaines',
    months: 'janv. févr. - avr. - - juil. - sept. oct. nov. déc.',
    hour: {
      before: "(?:à|de|dès|vers|jusqu'à|avant|après)",
      word: ' ?h',
      minutes: ' h 00',
      fullHour: ' h 00',
    },
  },
  it: {
    words: `ca.=circa cmq=comunque Dott.=dottor Dott.ssa=dottoressa IVA=VAT p._es.=per_esempio xké=perché`,
    beforeNumbers: 'n.=numero pag.=pagina',
    days: {
      words: 'lun=lunedì mar=martedì mer=mercoledì gio=giovedì ven=venerdì sab=sabato dom=domenica',
      from: 'da ',
      to: ' a ',
    },
    units: 'min=minuto/minuti min.=minuto/minuti',
    months: 'gen. feb. mar. apr. mag. giu. lug. ago. set. ott. nov. dic.',
  },
  nl: {
    words: `aub=alstublieft a.u.b.=alstublieft BTW=VAT btw=VAT bv.=bijvoorbeeld ca.=ongeveer dhr.=meneer
      d.w.z.=dat_wil_zeggen evt.=eventueel excl.=exclusief excl._btw=exclusief_VAT incl.=inclusief incl._btw=inclusief_VAT i.p.v.=in_plaats_van
      i.v.m.=in_verband_met m.b.t.=met_betrekking_tot m.u.v.=behalve mw.=mevrouw
      o.a.=onder_andere p.p.=per_persoon t/m=tot z.s.m.=zo_snel_mogelijk`,
    beforeNumbers: 'blz.=bladzijde nr.=nummer',
    days: {
      words: 'ma=maandag di=dinsdag wo=woensdag do=donderdag vr=vrijdag za=zaterdag zo=zondag',
      from: 'van ',
      to: ' tot en met ',
    },
    units: 'min=minuut/minuten min.=minuut/minuten',
    months: 'jan. feb. mrt. apr. - jun. jul. aug. sept. okt. nov. dec.',
    hour: {
      before: '(?:om|tot|van|vanaf|rond)',
      word: ' uur',
      minutes: '.00 uur',
      fullHour: '.00',
    },
  },
  pl: {
    words: `itd.=i_tak_dalej m.in.=między_innymi ok.=około tj.=to_jest tzn.=to_znaczy tzw.=tak_zwany
      wg=według ws.=w_sprawie`,
    beforeNumbers: 'nr=numer str.=strona',
    days: {
      words:
        'pon=poniedziałek wt=wtorek śr=środa czw=czwartek pt=piątek sob=sobota niedz=niedziela',
      to: ' - ',
    },
    units: `min=minuta/minut min.=minuta/minut godz.=godzina/godzin szt.=sztuka/sztuk os.=osoba/osób
      mies.=miesiąc/miesięcy r.=roku/roku zł=PLN/PLN`,
  },
  pt: {
    words: `aprox.=aproximadamente hj=hoje incl.=incluído obs.=observação pq=porque p._ex.=por_exemplo
      tb=também tbm=também vc=você vcs=vocês`,
    beforeNumbers: 'n.º=número nº=número pág.=página',
    units: 'min=minuto/minutos min.=minuto/minutos',
    hour: { before: '(?:às|das|até|após)', word: ' ?h', minutes: 'h00', fullHour: 'h00' },
  },
  ru: {
    words: `в_т._ч.=в_том_числе и_др.=и_другие и_т._д.=и_так_далее и_т._п.=и_тому_подобное напр.=например
      ок.=около пжлст=пожалуйста спс=спасибо т._е.=то_есть т._к.=так_как`,
    beforeNumbers: 'стр.=страница №=номер',
    units: `г.=года/года м²=m²/m² м³=m³/m³ км²=km²/km² кв._м=квадратный_метр/квадратных_метров мин.=минута/минут млн=миллион/миллионов
      млрд=миллиард/миллиардов руб.=RUB/RUB руб=RUB/RUB рублей=RUB/RUB рубля=RUB/RUB рубль=RUB/RUB тыс.=тысяча/тысяч чел.=человек/человек ч.=час/часов
      шт.=штука/штук`,
  },
};

export const START = String.raw`(?<![\p{L}\p{N}'’@#_/.&+-])`;
export const END = String.raw`(?![\p{L}\p{N}'’@_/&+-]|\.\p{L})`;
/** What may stand between an abbreviation at the end of a line and that end: its stop is that of the line. */
const LINE_END = String.raw`["”’»)]*\s*$`;

/** `a=b` for each entry; `_` stands for a space. */
const entriesOf = (list: string): readonly (readonly [abbreviation: string, written: string])[] =>
  list
    .trim()
    .split(/\s+/)
    .map((entry) => entry.replaceAll('_', ' ').split('=') as [string, string]);

/** Each entry as it is, and with a capital on both sides. */
const inBothCases = (list: string): readonly (readonly [abbreviation: string, written: string])[] =>
  entriesOf(list).flatMap(([name, full]) => [
    [name, full],
    [capitalised(name), capitalised(full)],
  ]);

/** Patterns of abbreviations, the longest first. A stop at their end is left where the line ends with it. */
const patternOf = (names: readonly string[]): string => {
  const patterns = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => {
      const escaped = escapeForPattern(name).replaceAll('\\. ', '\\. ?');
      return escaped.endsWith('\\.')
        ? `${escaped.slice(0, -2)}(?:\\.(?!${LINE_END})|(?=\\.))`
        : escaped;
    });
  return `(?:${patterns.join('|')})`;
};

/** With the stop that a lookup needs, and without spaces in it. */
const keyOf = (found: string): string => found.replaceAll(' ', '').replace(/\.$/, '');

/** How far around a date a word may say that it is none. */
const NEARBY = 60;

const rulesOf = lazyByKey(
  ABBREVIATIONS,
  ({ words, beforeNumbers, days, dates, months, units, hour }, language): readonly Rule[] => {
    const rules: Rule[] = [];
    const add = (
      list: string,
      around: (pattern: string) => string,
      write = (full: string) => full,
    ) => {
      const entries = inBothCases(list);
      const written = new Map(entries.map(([name, full]) => [keyOf(name), full]));
      rules.push([
        new RegExp(around(patternOf([...new Set(entries.map(([name]) => name))])), 'gu'),
        ([found]) => {
          const full = written.get(keyOf(found));
          return full === undefined ? undefined : write(full);
        },
      ]);
    };
    add(words, (pattern) => START + pattern + END);
    if (beforeNumbers) {
      add(
        beforeNumbers,
        (pattern) => `${START}${pattern} ?(?=\\d)`,
        (full) => `${full} `,
      );
    }
    if (days) {
      const full = new Map(inBothCases(days.words));
      const day = `(${[...full.keys()].join('|')})`;
      rules.push(
        [
          new RegExp(`${START}${day}\\.? ?[-–] ?${day}(?:\\.(?!${LINE_END}))?${END}`, 'gu'),
          ({ 1: first = '', 2: last = '', index, input }) => {
            const start = days.from ?? '';
            const hasStart = input.slice(0, index).toLowerCase().endsWith(start);
            return `${hasStart ? '' : start}${full.get(first)}${days.to}${full.get(last)}`;
          },
        ],
        [
          new RegExp(`${START}${day}(?:\\.(?=,? ?\\d|,? \\p{Ll})| (?=\\d{1,2}[-–:.h]))`, 'gu'),
          ([found, name = '']) => `${full.get(name)}${found.endsWith(' ') ? ' ' : ''}`,
        ],
      );
    }
    if (dates) {
      const names = monthNames(language as LanguageTag);
      const behind = dates.behind.replaceAll(' ', '|');
      rules.push([
        new RegExp(
          String.raw`(?<=${START}(?:${behind})(?:\.?,)?\.? )(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])(?:\.(?!${LINE_END}|\d)|(?=\.${LINE_END}))`,
          'giu',
        ),
        ({ 0: found, 1: day, 2: month, index, input }) => {
          const nearby = input.slice(Math.max(0, index - NEARBY), index + found.length + NEARBY);
          return dates.sections.test(nearby) ? undefined : `${day}. ${names[Number(month) - 1]}`;
        },
      ]);
    }
    if (months) {
      const full = monthNames(language as LanguageTag);
      const names = months.split(' ').map((name, index) => [name, full[index] ?? name] as const);
      const written = new Map(names.map(([name, month]) => [keyOf(name), month]));
      const pattern = patternOf(names.map(([name]) => name).filter((name) => name !== '-'));
      rules.push([
        new RegExp(`(?<=(?<![\\d.,])(?:[12]?\\d|3[01])(?: de)? )${pattern}${END}`, 'gu'),
        ([found]) => written.get(keyOf(found)),
      ]);
    }
    if (units) {
      const entries = entriesOf(units).map(([name, full]) => [name, full.split('/')] as const);
      const written = new Map(entries.map(([name, full]) => [keyOf(name), full]));
      const names = patternOf(entries.map(([name]) => name));
      rules.push([
        new RegExp(
          String.raw`(?<=(?<![\p{L}\d.,])(\d{1,6}(?:[.,]\d{1,3})?)) ?(${names})(?:\.(?= \p{Ll}))?${END}`,
          'gu',
        ),
        ([, count = '', unit = '']) => {
          const [one, more] = written.get(keyOf(unit)) ?? [];
          const name = count === '1' ? one : more;
          return name && ` ${name}`;
        },
      ]);
    }
    if (hour) {
      const before = hour.before === undefined ? '' : `(?<=${START}${hour.before} )`;
      const hourOfDay = String.raw`([01]?\d|2[0-4])`;
      const range = `(?:${hourOfDay}( ?[-–] ?))?`;
      const isAfternoon = new RegExp(`(?<!\\d)(?:1[3-9]|2[0-3])${hour.word}${END}`, 'iu');
      rules.push([
        new RegExp(`${before}(?<![\\d.,:])${range}${hourOfDay}${hour.word}(?! ?\\d)${END}`, 'giu'),
        // Where all are before noon, the model may say so.
        (found) => {
          if (!isAfternoon.test(found.input)) return undefined;
          const [, from, dash, to] = found;
          return `${from === undefined ? '' : `${from}${hour.fullHour}${dash}`}${to}${hour.minutes}`;
        },
      ]);
    }
    return rules;
  },
);

/** A text with the abbreviations of its language written out: models have hardly ever seen them. */
export const editsOfAbbreviations = (text: string, language: LanguageTag): Edit[] =>
  editsBy(rulesOf(baseOf(language)) ?? [], text);
