import { baseOf, type LanguageTag } from '@dragoman/contract';

/**
 * What a language's punctuation means. All words without the final full stop: in lower case for any
 * case, and behind a `=` as they must be written.
 */
export interface LanguageRules {
  readonly language: LanguageTag;
  /** Always followed by the rest of the sentence: `mr`, `p.ej`. */
  readonly before: ReadonlySet<string>;
  /** Goes on when a number follows: `no`, `fig`. */
  readonly number: ReadonlySet<string>;
  /** Goes on unless a usual first word of a sentence follows: `inc`, `st`. */
  readonly either: ReadonlySet<string>;
  readonly starters: ReadonlySet<string>;
  /** Whether `5.` may mean "fifth". */
  readonly ordinalDot: boolean;
  /** Whether nouns are capitalised, so that a capital after `5.` says nothing. */
  readonly capitalNouns: boolean;
  /** Whether text begins with the name of a month. */
  readonly isMonth: (text: string) => boolean;
}

const wordSet = (...lists: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list?.split(/\s+/) ?? []));

/** A word of the tables below as {@link LanguageRules} has it. */
const asRule = (word: string): string => {
  if (word.startsWith('~')) return `=${word.slice(1)}`;
  return word === word.toLowerCase() ? word : `=${word}`;
};

/** The abbreviations of a row. */
const abbreviations = (...lists: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set([...wordSet(...lists)].map(asRule));

/** Whether a word is among some of {@link LanguageRules}. */
export const isAmong = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word.toLowerCase()) || words.has(`=${word}`);

const compile = (language: LanguageTag): LanguageRules => {
  const common: Abbreviations = ABBREVIATIONS['*'] ?? {};
  const own: Abbreviations = ABBREVIATIONS[language] ?? {};
  const months = MONTHS[language]?.split(' ') ?? [];
  return {
    language,
    before: abbreviations(common.before, own.before),
    number: abbreviations(common.number, own.number),
    either: abbreviations(common.either, own.either),
    starters: wordSet(STARTERS[language]),
    ordinalDot: ORDINAL_DOT.has(language),
    capitalNouns: language === 'de' || language === 'lb',
    isMonth: (text) => {
      const start = text.toLowerCase();
      return months.some((month) => start.startsWith(month));
    },
  };
};

const cache = new Map<LanguageTag, LanguageRules>();

/** The rules for a language or variant; for one without rules of its own, those all share. */
export const rulesFor = (tag: LanguageTag): LanguageRules => {
  const language = baseOf(tag);
  const known = cache.get(language);
  if (known) return known;
  const rules = compile(language);
  // Only languages with rules are kept, so that odd tags cannot fill the memory.
  if (language in ABBREVIATIONS || ORDINAL_DOT.has(language)) cache.set(language, rules);
  return rules;
};

/**
 * Abbreviations by what may follow them, without the final full stop. One with a capital is one with
 * a capital only (`Mag.`, not `mag`), one behind a `~` in small letters only (`max.`, not `Max`).
 */
interface Abbreviations {
  /** Never ends a sentence. */
  readonly before?: string;
  /** Does not end a sentence when a number follows. */
  readonly number?: string;
  /** Ends a sentence only when a usual first word follows. */
  readonly either?: string;
}

/** By language; `*` holds for all. */
const ABBREVIATIONS: Readonly<Record<LanguageTag, Abbreviations>> = {
  '*': {
    before: 'dr prof st mr mrs ms vs cf ca e.g i.e',
    number: 'no nr núm num fig vol p pp art tel cap',
    either: 'inc ltd co corp jr sr',
  },
  en: {
    before: `messrs mx rev hon gen col capt lt sgt maj gov sen rep pres fr mt ft approx esp incl excl viz al eg ie
      e.g i.e assn bros dept univ asst adm`,
    number: `nos ~max ~min jan feb mar apr jun jul aug sep sept oct nov dec ch chap sec ed est pt para eq ref ver v
      page pg vols figs`,
    either: 'ave blvd rd etc ph.d b.a m.a u.s u.k u.n d.c',
  },
  es: {
    before: `sr sra srta sres sras d dña dª ud uds vd vds excmo excma ilmo lic ing arq gral cnel cap tte sgto
      p.ej ej av avda c pza pdo admón dpto depto aprox fdo fray sto sta mons hno hna pág i.e ee uu ee.uu dra
      profa a.c`,
    number:
      'núm n.º nº n.o págs vol t tít inc ap ene abr ago dic sept pág cap fig tel siglo s aprox',
    either: 'cía s.a s.l ee.uu etc',
  },
  ca: {
    before: `sr sra srta sres d na en mn excm il·lm il·lma av avda c pl pça ctra dept aprox p.ex ex gral cap
      dra st sta hble núm pàg pol ind vegeu`,
    number: 'núm pàg pàgs art cap vol fig tel gen febr abr ag set oct nov des ap',
    either: 's.a s.l etc',
  },
  fr: {
    before: `m mm mme mmes mlle mlles mgr me dr drs pr st ste bd boul chap ex p.ex env éd c.-à-d cf hab
      ~max ~min adj col gén cdt cne lt sgt`,
    number: 'n no nº p pp art chap fig vol t tél janv févr avr juil sept oct nov déc env',
    either: 'etc cie s.a s.a.r.l apr av',
  },
  it: {
    before: `sig sigg sig.ra sigra sig.na dott dott.ssa dottssa ing avv arch geom rag on prof prof.ssa profssa
      egr spett gent mons padre p.es es ecc.mo v cfr c.a a.c d.c p.zza`,
    number: 'n nn pag pagg p art artt cap fig vol tel gen feb apr mag giu lug ago set ott nov dic',
    either: 's.p.a s.r.l f.lli ecc',
  },
  pt: {
    before: `sr sra srs sras srta d dr dra drs eng engª arq prof profa profª exmo exma v.exa v ex p.ex av r
      pç trav al gen cel cap ten sgt pe Ir mons aprox min máx dep gov pres i.e`,
    number:
      'n nº núm num pág págs p pp art cap fig vol tel jan fev mar abr mai jun jul ago set out nov dez séc',
    either: 'cia ltda s.a etc',
  },
  gl: {
    before:
      'sr sra srs srta d dna dr dra prof profa exmo exma av avda p.ex ex r pza aprox conc dept mons ee uu ee.uu',
    number:
      'n nº núm páx páxs p art cap fig vol tel xan feb mar abr xuñ xull ago set out nov dec séc',
    either: 's.a s.l etc',
  },
  oc: {
    before: 'sr sra m mme dr prof st sta sent av p.ex ex',
    number: 'n nº num pag p art cap fig vol tel',
  },
  an: { before: 'sr sra don dr dra prof p.ex ex av', number: 'num pax p art cap fig vol tel' },
  ro: {
    before: `dl dna dlui d-l d-na d-ra dr ing prof av arh conf lect acad gen col cpt lt str bd bul șos nr sf ex
      p.ex cca ș.a`,
    number:
      'nr pag p art alin cap fig vol tel ian feb mar apr iun iul aug sept oct nov dec sec lit',
    either: 's.a s.r.l etc',
  },
  de: {
    before: `hr fr frl dr dipl ing dipl.-ing Mag med phil prof st z.b bspw d.h u.a u.ä o.ä i.d.r i.d.r. bzw ca
      evtl ggf inkl exkl zzgl sog usf vgl s.o s.u v.a z.t z.zt zz geb gest verh ~max ~min str h.c jun sen
      abs einschl gem insb lt resp od u mind jhdt jh mio mrd tsd v.chr n.chr`,
    number:
      'nr mwst ust s seite abb art bd kap tab tel ziff abs § jan feb mär apr jun jul aug sep sept okt nov dez aufl',
    either: 'co kg gmbh',
  },
  nl: {
    before: `dhr mevr mw mej mr drs ir ing prof dr ds st bijv m.b.v d.w.z o.a m.a.w t.a.v i.p.v t.o.v z.g
      zgn evt incl excl ca vgl t/m resp ~max ~min`,
    number:
      'nr nrs blz p pag art hfdst fig afb tel jan feb mrt apr jun jul aug sept okt nov dec bijl',
    either: 'enz etc b.v n.v',
  },
  sv: {
    before: `hr fr dr prof st t.ex bl.a d.v.s dvs s.k m.a.o p.g.a fr.o.m t.o.m o.d ang ca c:a e.d ev f.d f.n
      inkl exkl jfr kl m.fl. resp tex bla sk`,
    number: 'nr s sid kap fig tel kl jan febr apr aug sept okt nov dec bil art',
    either: 'osv m.m m.fl etc',
  },
  da: {
    before: `hr fr frk dr prof st f.eks feks bl.a bla d.v.s dvs s.k p.g.a pga f.o.m t.o.m ca evt inkl ekskl
      jf kl mht mr maks min adv cand dipl ing ifm vedr sml`,
    number: 'nr s side kap fig tlf tel kl jan feb mar apr jun jul aug sept okt nov dec art stk',
    either: 'osv m.m m.fl mfl mv',
  },
  nb: {
    before: `hr fr frk dr prof st f.eks feks bl.a d.v.s dvs s.k p.g.a pga f.o.m t.o.m ca evt inkl ekskl jf kl
      mht maks min adv vedr ev`,
    number: 'nr s side kap fig tlf tel kl jan feb mar apr jun jul aug sept okt nov des art',
    either: 'osv m.m m.fl mv',
  },
  is: {
    before:
      'hr fr dr prof st t.d þ.e þ.e.a.s m.a a.m.k s.s u.þ.b ca sbr skv sk f.h f.kr e.kr kl sr síra',
    number: 'nr bls kafli mynd s sími jan feb mar apr jún júl ágú sept okt nóv des gr mgr',
    either: 'o.s.frv o.fl',
  },
  eo: {
    before: 's-ro s-ino f-ino d-ro prof ekz i.a k.a t.e n-ro p.k',
    number: 'n-ro n p paĝ art ĉap fig vol tel',
    either: 'ktp k.s k.t.p',
  },
  pl: {
    before: `godz dr hab inż mgr prof ks św ul al pl os np m.in tj tzn tzw ob wg por zob ang niem łac min
      maks woj gen płk kpt ppłk por red hr a.`,
    number:
      'nr ok s str art poz r w ust pkt rys tab tel t rozdz pon wt śr czw pt sob niedz sty lut mar kwi maj cze lip sie wrz paź lis gru',
    either: 'itd itp sp',
  },
  cs: {
    before:
      'p pí sl dr ing mgr mudr judr phdr bc doc prof sv tzv tj např popř resp cca mj čj ul nám vč gen',
    number: 'č s str odst kap obr tab tel sv roč',
    either: 'atd apod aj',
  },
  sk: {
    before:
      'p sl dr ing mgr mudr judr phdr bc doc prof sv tzv tj napr popr resp cca ul nám vrát gen',
    number: 'č s str ods kap obr tab tel',
    either: 'atď a pod',
  },
  fi: {
    before: 'hra rva nti tri prof toht esim ns n ks vrt mm ml ts eli huom os puh nk em po',
    number: 's nro kpl k klo luku kuva puh art',
    either: 'jne yms ym',
  },
  hu: {
    before: 'dr ifj id özv prof pl ún kb stb. ill vö szt u.n',
    number: 'sz o old kb tel',
    either: 'stb',
  },
  tr: {
    before: 'dr prof doç av sn bkz örn vb. yrd müh alb',
    number: 'no s sf cad sok',
    either: 'vb vs vd',
  },
  ru: {
    before: `г гг ул пр пл д стр корп кв им тов проф акад доц инж т.е т.к т.н т.д. напр см ср англ нем фр лат
      св ок гл`,
    number: 'рис табл стр с гл п пп ст т тел вып № тыс млн млрд',
    either: 'т.д т.п др пр руб коп',
  },
  uk: {
    before: 'м р вул пл просп буд ім проф акад доц інж т.зв напр див англ нім св тов гр',
    number: 'рис табл с стор ст п гл т тел тис млн млрд',
    either: 'т.д т.п ін грн коп',
  },
  bg: {
    before: 'г гр ул бул д-р проф инж акад т.е т.нар напр вж св',
    number: 'стр с чл ал т фиг тел',
    either: 'др т.н',
  },
  el: {
    before: 'κ κα κκ δρ π.χ βλ δηλ λεωφ αγ πρβλ',
    number: 'σελ αρ άρθ τηλ',
    either: 'κλπ κ.λπ κτλ',
  },
  hr: {
    before: 'g gđa gđica dr mr prof ing sv tzv tj npr ul odn usp',
    number: 'br str čl st sl tel',
    either: 'itd sl',
  },
  sl: {
    before: 'g gdč dr Mag prof sv t.i tj npr oz ul',
    number: 'št str čl sl tel',
    either: 'itd ipd',
  },
  et: {
    before: 'hr pr prl dr prof nt st s.t u sh tn',
    number: 'nr lk ptk joon tel',
    either: 'jne jt',
  },
  eu: { before: 'jn and dr', number: 'zk or art irud tel', either: 'etab' },
};

/** Languages in which a number with a full stop is an ordinal. */
const ORDINAL_DOT: ReadonlySet<LanguageTag> = new Set(
  'de da nb nn is fi cs sk sl hr bs sr hu et lv eu tr pl lb fo'.split(' '),
);

/** Months written with a capital letter, where that matters. */
const MONTHS: Readonly<Record<LanguageTag, string>> = {
  de: 'januar jänner februar märz april mai juni juli august september oktober november dezember',
  lb: 'januar februar mäerz abrëll mee juni juli august september oktober november dezember',
};

/** Words sentences often begin with and names seldom do. */
const STARTERS: Readonly<Record<LanguageTag, string>> = {
  en: `the this that these those he she it we they you his her their our my its a an in on at for from after
    before but and or if when while where there then so as however what who why how also now to with by not no
    all some many most each every one`,
  es: 'el la los las un una él ella ellos ellas en por pero y este esta esto eso se no su sus después cuando hoy también yo nosotros si al con como para',
  ca: 'el la els les un una ell ella ells en per però i aquest aquesta això es no després quan avui també jo si al amb com ho',
  fr: 'le la les un une il elle ils elles nous vous je on ce cette ces cela mais et dans en pour après quand si au avec comme c l son sa ses',
  it: 'il lo la i gli le un una lui lei loro in per ma e questo questa si non dopo quando oggi anche io noi se al con come è',
  pt: 'o a os as um uma ele ela eles elas em por mas e este esta isto isso se não depois quando hoje também eu nós ao com como no na para',
  gl: 'o a os as un unha el ela eles en por pero e este esta isto iso se non despois cando hoxe tamén eu nós ao con como no na para',
  de: `der die das er sie es wir ihr ich du ein eine einen im in am auf an aus bei mit nach von vor zu wenn dann
    aber und doch danach dieser diese dieses so man was wer wie warum wo da als seit heute für nicht auch jetzt
    sein seine ihre unser`,
  nl: 'de het een hij zij ze wij we ik jij in op aan met na van voor als dan maar en dit dat deze die er zo wat wie waarom nu ook',
  sv: 'den det de en ett han hon vi jag du i på av med efter när men och om så då där här detta denna vad vem nu också',
  da: 'den det de en et han hun vi jeg du i på af med efter når men og hvis så da der her dette denne hvad hvem nu også',
  nb: 'den det de en et ei han hun vi jeg du i på av med etter når men og hvis så da der her dette denne hva hvem nå også',
  pl: 'to ten ta te on ona oni my ja ty w na z po do od gdy ale i jeśli tak co kto dlaczego jak nie jest są był dziś teraz',
  ro: 'el ea ei ele noi eu tu un o în pe la cu după când dar și acest această aceasta nu dacă cum ce cine azi',
  ru: 'он она они оно мы я ты в на с по из от когда но и если это этот эта так что кто почему как не был сегодня',
};
