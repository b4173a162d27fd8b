/** Sentences with numbers in nine languages: 300 for each, the same every time. */

const TEMPLATES = {
  year: {
    en: 'He was born in {} and never left the town.',
    de: 'Er wurde {} geboren und hat die Stadt nie verlassen.',
    es: 'Nació en {} y nunca dejó la ciudad.',
    fr: 'Il est né en {} et n’a jamais quitté la ville.',
    nl: 'Hij werd in {} geboren en heeft de stad nooit verlaten.',
    it: 'È nato nel {} e non ha mai lasciato la città.',
    pt: 'Ele nasceu em {} e nunca saiu da cidade.',
    pl: 'Urodził się w {} i nigdy nie opuścił miasta.',
    ru: 'Он родился в {} году и никогда не покидал города.',
  },
  money: {
    en: 'The fine is {} plus tax.',
    de: 'Die Strafe beträgt {} plus Steuer.',
    es: 'La multa es de {} más impuestos.',
    fr: 'L’amende est de {} plus les taxes.',
    nl: 'De boete is {} plus belasting.',
    it: 'La multa è di {} più le tasse.',
    pt: 'A multa é de {} mais impostos.',
    pl: 'Kara wynosi {} plus podatek.',
    ru: 'Штраф составляет {} плюс налог.',
  },
  date: {
    en: 'The meeting is on {} in the town hall.',
    de: 'Die Sitzung ist am {} im Rathaus.',
    es: 'La reunión es el {} en el ayuntamiento.',
    fr: 'La réunion a lieu le {} à la mairie.',
    nl: 'De vergadering is op {} in het stadhuis.',
    it: 'La riunione è il {} in municipio.',
    pt: 'A reunião é no dia {} na câmara municipal.',
    pl: 'Zebranie odbędzie się {} w ratuszu.',
    ru: 'Собрание состоится {} в ратуше.',
  },
  time: {
    en: 'The train leaves at {} from platform 4.',
    de: 'Der Zug fährt um {} von Gleis 4 ab.',
    es: 'El tren sale a las {} del andén 4.',
    fr: 'Le train part à {} de la voie 4.',
    nl: 'De trein vertrekt om {} van spoor 4.',
    it: 'Il treno parte alle {} dal binario 4.',
    pt: 'O trem parte às {} da plataforma 4.',
    pl: 'Pociąg odjeżdża o {} z peronu 4.',
    ru: 'Поезд отправляется в {} с платформы 4.',
  },
  phone: {
    en: 'Call {} or ask at the desk.',
    de: 'Rufen Sie {} an oder fragen Sie am Schalter.',
    es: 'Llame al {} o pregunte en el mostrador.',
    fr: 'Appelez le {} ou demandez au guichet.',
    nl: 'Bel {} of vraag het aan de balie.',
    it: 'Chiami il {} o chieda allo sportello.',
    pt: 'Ligue para {} ou pergunte no balcão.',
    pl: 'Proszę zadzwonić pod {} albo zapytać w okienku.',
    ru: 'Позвоните по номеру {} или спросите у стойки.',
  },
  iban: {
    en: 'Please transfer the money to {} this week.',
    de: 'Bitte überweisen Sie das Geld diese Woche auf {}.',
    es: 'Transfiera el dinero a {} esta semana.',
    fr: 'Veuillez virer l’argent sur {} cette semaine.',
    nl: 'Maak het geld deze week over naar {}.',
    it: 'Trasferisca il denaro su {} questa settimana.',
    pt: 'Transfira o dinheiro para {} esta semana.',
    pl: 'Proszę przelać pieniądze na {} w tym tygodniu.',
    ru: 'Переведите деньги на {} на этой неделе.',
  },
  isbn: {
    en: 'The book has the number ISBN {}.',
    de: 'Das Buch hat die Nummer ISBN {}.',
    es: 'El libro tiene el número ISBN {}.',
    fr: 'Le livre porte le numéro ISBN {}.',
    nl: 'Het boek heeft het nummer ISBN {}.',
    it: 'Il libro ha il numero ISBN {}.',
    pt: 'O livro tem o número ISBN {}.',
    pl: 'Książka ma numer ISBN {}.',
    ru: 'У книги номер ISBN {}.',
  },
  cve: {
    en: 'The update closes the gap {} in the server.',
    de: 'Das Update schließt die Lücke {} im Server.',
    es: 'La actualización corrige el fallo {} del servidor.',
    fr: 'La mise à jour corrige la faille {} du serveur.',
    nl: 'De update dicht het lek {} in de server.',
    it: 'L’aggiornamento chiude la falla {} nel server.',
    pt: 'A atualização corrige a falha {} no servidor.',
    pl: 'Aktualizacja usuwa lukę {} w serwerze.',
    ru: 'Обновление устраняет уязвимость {} на сервере.',
  },
  range: {
    en: 'The values range from {} in all rooms.',
    de: 'Die Werte liegen bei {} in allen Räumen.',
    es: 'Los valores son de {} en todas las salas.',
    fr: 'Les valeurs vont de {} dans toutes les pièces.',
    nl: 'De waarden zijn {} in alle kamers.',
    it: 'I valori sono {} in tutte le stanze.',
    pt: 'Os valores vão de {} em todas as salas.',
    pl: 'Wartości wynoszą {} we wszystkich pokojach.',
    ru: 'Значения составляют {} во всех комнатах.',
  },
  repeated: {
    en: 'Order number {} was sent to room 544 yesterday.',
    de: 'Die Bestellung {} wurde gestern in Raum 544 geschickt.',
    es: 'El pedido {} se envió ayer a la sala 544.',
    fr: 'La commande {} a été envoyée hier à la salle 544.',
    nl: 'Bestelling {} is gisteren naar kamer 544 gestuurd.',
    it: 'L’ordine {} è stato inviato ieri alla stanza 544.',
    pt: 'A encomenda {} foi enviada ontem para a sala 544.',
    pl: 'Zamówienie {} wysłano wczoraj do pokoju 544.',
    ru: 'Заказ {} был отправлен вчера в комнату 544.',
  },
};

const PER_KIND = 30;

/** Numbers that look random and are the same every time (a linear congruence). */
const createRandom = (seed) => {
  let state = seed;
  return (from, to) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return from + (state % (to - from + 1));
  };
};

const two = (number) => String(number).padStart(2, '0');
const digits = (random, count) => Array.from({ length: count }, () => random(0, 9)).join('');

const VALUES = {
  year: (random) => String(random(1011, 2099)),
  money: (random) => {
    const sign = ['£', '€', '$'][random(0, 2)];
    const cents = random(0, 1) ? `.${two(random(0, 99))}` : '';
    const euros = random(100, 99_999);
    return sign + (random(0, 1) ? euros.toLocaleString('en-US') : String(euros)) + cents;
  },
  date: (random) => `${random(1990, 2049)}-${two(random(1, 12))}-${two(random(1, 28))}`,
  time: (random) => `${two(random(13, 23))}:${two(random(10, 59))}`,
  phone: (random) => `+${random(30, 49)} ${random(100, 999)} ${random(1000, 9999)}`,
  iban: (random) => {
    const groups = (count) => Array.from({ length: count }, () => digits(random, 4)).join(' ');
    if (random(0, 2) === 0)
      return `GB${two(random(10, 99))} NWBK ${groups(3)} ${digits(random, 2)}`;
    if (random(0, 1) === 0)
      return `NL${two(random(10, 99))} ABNA ${groups(2)} ${digits(random, 2)}`;
    return `DE${two(random(10, 99))} ${groups(4)} ${digits(random, 2)}`;
  },
  isbn: (random) => `978-3-${random(10, 99)}-${digits(random, 6)}-${random(0, 9)}`,
  cve: (random) => `CVE-${random(2014, 2026)}-${digits(random, 5)}`,
  range: (random) =>
    `${random(10, 99)}.${two(random(10, 99))}–${random(100, 999)}.${two(random(10, 99))}`,
  repeated: (random) => {
    const digit = random(1, 9);
    return `${random(1, 9)}${String(digit).repeat(random(2, 5))}${random(0, 9)}`;
  },
};

/** @returns `{ kind, text }`, 300 of them */
export const numberSentences = (language) => {
  const random = createRandom(20_261_123);
  return Object.entries(TEMPLATES).flatMap(([kind, templates]) =>
    Array.from({ length: PER_KIND }, () => ({
      kind,
      text: templates[language].replace('{}', VALUES[kind](random)),
    })),
  );
};

/** Sentences whose negation small models overlook; every translation has to negate, too. */
export const NEGATIONS = {
  en: [
    'Nowhere else is it cheaper.',
    'He hardly ever works.',
    'Not a single one of them came.',
    'I have never been there before.',
    'Nobody told us about it.',
    'She is not coming tomorrow.',
    "You can't park here.",
    'Neither of them knew the answer.',
    'There is nothing left to eat.',
    "They haven't paid yet.",
  ],
  de: [
    'Ich habe das nie gesagt.',
    'Niemand wusste davon.',
    'Das ist nicht erlaubt.',
    'Wir haben keine Zeit.',
    'Er kommt heute nicht.',
    'Es gibt nichts zu essen.',
    'Nirgendwo ist es billiger.',
    'Keiner von ihnen kam.',
  ],
  es: ['Nunca he estado allí.', 'No lo sé.', 'Nadie nos lo dijo.', 'No hay nada que comer.'],
  fr: ['Je ne sais pas.', 'Personne ne nous l’a dit.', 'Il ne vient jamais.', 'Il n’y a rien.'],
  nl: ['Ik weet het niet.', 'Niemand heeft het ons verteld.', 'Hij komt nooit.', 'Er is niets.'],
  pt: ['Não sei.', 'Ninguém nos contou.', 'Ele nunca vem.', 'Não há nada para comer.'],
  pl: [
    'Nie wiem.',
    'Nikt nam o tym nie powiedział.',
    'On nigdy nie przychodzi.',
    'Nie ma nic do jedzenia.',
  ],
  ru: [
    'Я не знаю.',
    'Никто нам об этом не сказал.',
    'Он никогда не приходит.',
    'Здесь ничего нет.',
  ],
  it: ['Non lo so.', 'Nessuno ce l’ha detto.', 'Non viene mai.', 'Non c’è niente da mangiare.'],
};

/** Texts that lead small models astray, with what to expect. */
export const TRAPS = {
  en: [
    { kind: 'marks of direction', text: '\u202bThe house is red.\u202c' },
    { kind: 'marks of direction', text: 'Choose \u2066name\u2069 first.' },
    { kind: 'repeated words', text: Array(60).fill('hello').join(' ') },
    { kind: 'repeated words', text: Array(8).fill('test').join(' ') },
    { kind: 'repeated words', text: Array(200).fill('it').join(' ') },
    {
      kind: 'long sentences',
      text: 'The old woman who lived in the small house behind the church told the children who had come to visit her that afternoon a long story about a fisherman who had left his village many years before to look for his brother who had gone to sea as a young man and had never written home and who after many journeys through countries that he had not known found him at last in a harbour at the other end of the world where he sold bread and cheese to the sailors and did not want to hear anything of his family or of the village in which he had been born.',
    },
  ],
};
