import type { LanguageTag } from '@dragoman/contract';
import type { FindLetterCase } from '../engine.js';

/**
 * Whole texts too short for statistics, in lower case without punctuation at the edges. A phrase of
 * several languages stands with each.
 */
const PHRASES: Readonly<Record<LanguageTag, string>> = {
  en: `hello|hello world|hello there|hi|hi there|hey|ok|okay|yes|no|cancel|file|edit|view|help|open|close
    save|save as|delete|remove|add|new|back|next|previous|search|find|settings|options|tools|window|home
    login|log in|log out|logout|sign in|sign up|sign out|submit|send|print|copy|paste|cut|undo|redo|exit
    quit|yes please|thanks|thank you|thank you very much|please|welcome|good morning|good afternoon
    good evening|good night|good day|good bye|goodbye|bye|see you|sorry|excuse me|how are you|what is this
    my name is|user|username|password|email|address|name|date|error|warning|loading|done|download|upload
    share|more|less|about|about us|contact|contact us|terms of service|privacy policy|read more|learn more
    try again|continue|finish|start|stop|update|install|refresh|select all|ready|test|this is a test|cat|dog
    house|water|the|and|world|today|tomorrow|yesterday|monday|tuesday|wednesday|thursday|friday|saturday
    sunday|happy birthday|merry christmas|congratulations|i love you`,
  es: `hola|hola mundo|buenos días|buenas tardes|buenas noches|adiós|gracias|muchas gracias|por favor|sí
    hasta luego|hasta mañana|qué tal|cómo estás|de nada|perdón|lo siento|aceptar|cancelar|archivo|editar
    ayuda|abrir|cerrar|guardar|buscar|siguiente|anterior|bienvenido|bienvenidos|feliz navidad
    feliz cumpleaños|hoy|mañana|el mundo|la casa|te quiero|ajustes|contraseña|usuario|gato|perro|salir`,
  ca: `hola|hola món|bon dia|bona tarda|bona nit|adéu|gràcies|moltes gràcies|si us plau|sisplau|fins aviat
    d'acord|fitxer|edita|ajuda|obre|tanca|desa|cancel·la|accepta|cerca|següent|benvingut|benvinguts
    bon nadal|què tal|com estàs|avui|demà|contrasenya|t'estimo|gat|gos`,
  fr: `bonjour|bonjour le monde|bonsoir|bonne nuit|salut|au revoir|merci|merci beaucoup|s'il vous plaît
    s'il te plaît|oui|non|d'accord|annuler|fichier|édition|affichage|aide|ouvrir|fermer|enregistrer
    rechercher|suivant|précédent|bienvenue|joyeux noël|bon anniversaire|ça va|comment allez vous|à bientôt
    à demain|aujourd'hui|demain|je t'aime|mot de passe|chat|chien|supprimer|quitter`,
  it: `ciao|ciao mondo|ciao a tutti|buongiorno|buon giorno|buonasera|buona sera|buonanotte|buona notte
    arrivederci|grazie|grazie mille|per favore|prego|sì|va bene|annulla|modifica|visualizza|aiuto|apri
    chiudi|salva|cerca|avanti|indietro|benvenuto|benvenuti|buon natale|come stai|oggi|domani|ti amo|scusa
    gatto|cane|esci|impostazioni`,
  pt: `olá|olá mundo|oi|bom dia|boa tarde|boa noite|adeus|obrigado|obrigada|muito obrigado|por favor|sim|não
    até logo|até amanhã|tudo bem|como vai|de nada|desculpe|cancelar|arquivo|ficheiro|editar|ajuda|abrir
    fechar|salvar|guardar|pesquisar|próximo|anterior|bem vindo|bem vindos|feliz natal|hoje|amanhã|te amo
    senha|gato|cachorro|sair|configurações`,
  gl: `ola|ola mundo|bos días|boas tardes|boas noites|bo día|adeus|grazas|moitas grazas|por favor|si|ata logo
    ata mañá|que tal|cancelar|ficheiro|editar|axuda|abrir|pechar|gardar|buscar|seguinte|benvido|benvidos
    bo nadal|hoxe|mañá|quérote|contrasinal`,
  oc: `adiu|adieu|adiu monde|bonjorn|bon jorn|bona nuèit|mercé|mercés|grandmercé|se vos plai|òc|fichièr|ajuda
    dobrir|tampar|enregistrar|cercar|seguent|benvengut|benvenguts|anullar|bon nadal|uèi|deman|al revéire`,
  eo: `saluton|saluton mondo|bonan tagon|bonan matenon|bonan vesperon|bonan nokton|dankon|multan dankon|jes
    bonvolu|ĝis revido|ĝis|dosiero|helpo|malfermi|fermi|konservi|serĉi|nuligi|sekva|bonvenon|mi amas vin
    kiel vi fartas|hodiaŭ|morgaŭ`,
  ro: `bună|bună ziua|bună dimineața|bună seara|noapte bună|salut|salut lume|la revedere|mulțumesc|vă rog|da|nu
    te rog|bine|anulează|fișier|editare|ajutor|deschide|închide|salvează|caută|următorul|bine ați venit
    crăciun fericit|ce mai faci|astăzi|azi|mâine|te iubesc|pisică|câine`,
  an: 'ola|buen diya|buenas nueits|gracias|adiós|ayuda|ubrir|zarrar|alzar|dica deman',
  de: `hallo|hallo welt|guten morgen|guten tag|guten abend|gute nacht|tschüss|auf wiedersehen|danke|danke schön
    vielen dank|bitte|ja|nein|abbrechen|datei|bearbeiten|ansicht|hilfe|öffnen|schließen|speichern|suchen
    weiter|zurück|willkommen|frohe weihnachten|wie geht's|wie geht es dir|heute|morgen|ich liebe dich|katze
    hund|passwort|benutzer|einstellungen|beenden`,
  nl: `hallo|hallo wereld|goedemorgen|goedemiddag|goedenavond|goedenacht|welterusten|tot ziens|dank je|dank u
    bedankt|alsjeblieft|alstublieft|ja|nee|annuleren|bestand|bewerken|beeld|hulp|openen|sluiten|opslaan
    zoeken|volgende|vorige|welkom|vrolijk kerstfeest|hoe gaat het|vandaag|morgen|ik hou van je|wachtwoord`,
  sv: `hej|hej världen|god morgon|god dag|god kväll|god natt|hej då|adjö|tack|tack så mycket|snälla|ja|nej
    avbryt|arkiv|redigera|visa|hjälp|öppna|stäng|spara|sök|nästa|föregående|välkommen|god jul|hur mår du
    i dag|idag|i morgon|imorgon|jag älskar dig|lösenord|inställningar`,
  da: `hej|hej verden|god morgen|godmorgen|god dag|goddag|god aften|godaften|god nat|godnat|farvel|tak
    mange tak|ja|nej|annuller|filer|rediger|vis|hjælp|åbn|luk|gem|søg|næste|forrige|velkommen|glædelig jul
    hvordan går det|i dag|i morgen|jeg elsker dig|adgangskode|indstillinger`,
  nb: `hei|hei verden|god morgen|god dag|god kveld|god natt|ha det|ha det bra|takk|tusen takk|ja|nei|avbryt
    rediger|vis|hjelp|åpne|lukk|lagre|søk|neste|forrige|velkommen|god jul|gledelig jul|hvordan går det
    i dag|i morgen|jeg elsker deg|passord|innstillinger`,
  is: `halló|halló heimur|góðan dag|góðan daginn|gott kvöld|góða nótt|bless|takk|takk fyrir|kærar þakkir|já|nei
    hætta við|skrá|breyta|hjálp|opna|loka|vista|leita|næsta|fyrri|velkomin|velkominn|gleðileg jól
    hvað segir þú|í dag|á morgun|ég elska þig|lykilorð`,
  pl: `cześć|witaj|witaj świecie|dzień dobry|dobry wieczór|dobranoc|do widzenia|dziękuję|proszę|tak|nie|anuluj
    plik|edycja|widok|pomoc|otwórz|zamknij|zapisz|szukaj|dalej|wstecz|witamy|wesołych świąt|jak się masz
    dzisiaj|jutro|kocham cię|hasło|ustawienia`,
  fi: `hei|moi|terve|hyvää huomenta|hyvää päivää|hyvää iltaa|hyvää yötä|näkemiin|kiitos|kyllä|ei|peruuta
    tiedosto|muokkaa|ohje|avaa|sulje|tallenna|etsi|seuraava|edellinen|tervetuloa|hyvää joulua`,
  cs: `ahoj|ahoj světe|dobrý den|dobré ráno|dobrý večer|dobrou noc|na shledanou|děkuji|děkuju|prosím|ano|ne
    zrušit|soubor|upravit|nápověda|otevřít|zavřít|uložit|hledat|další|předchozí|vítejte`,
  tr: `merhaba|merhaba dünya|günaydın|iyi günler|iyi akşamlar|iyi geceler|hoşça kal|teşekkürler
    teşekkür ederim|lütfen|evet|hayır|iptal|dosya|düzenle|yardım|aç|kapat|kaydet|ara|hoş geldiniz`,
  id: `halo|halo dunia|selamat pagi|selamat siang|selamat sore|selamat malam|terima kasih|tolong|ya|tidak
    batal|berkas|sunting|bantuan|buka|tutup|simpan|cari|selamat datang|apa kabar`,
  af: 'hallo|hallo wêreld|goeie môre|goeie dag|goeie naand|dankie|baie dankie|asseblief|ja|nee|totsiens|welkom',
  eu: 'kaixo|kaixo mundua|egun on|arratsalde on|gabon|agur|eskerrik asko|mesedez|bai|ez|ongi etorri',
  ms: `helo|helo dunia|selamat pagi|selamat petang|selamat malam|terima kasih|tolong|ya|tidak|batal|fail
    sunting|bantuan|buka|tutup|simpan|cari|selamat datang|apa khabar|tetapan|kata laluan|padam`,
  sk: `ahoj|ahoj svet|dobrý deň|dobré ráno|dobrý večer|dobrú noc|dovidenia|ďakujem|prosím|áno|nie|zrušiť|súbor
    upraviť|pomocník|otvoriť|zavrieť|uložiť|hľadať|ďalej|späť|vitajte|veselé vianoce|ako sa máš|dnes|zajtra|heslo`,
  sl: `živjo|pozdravljen svet|dober dan|dobro jutro|dober večer|lahko noč|nasvidenje|hvala|hvala lepa|prosim|ja|ne
    prekliči|datoteka|uredi|pomoč|odpri|zapri|shrani|išči|naprej|nazaj|dobrodošli|vesel božič|danes|jutri|geslo`,
  hr: `bok|bok svijete|dobar dan|dobro jutro|dobra večer|laku noć|doviđenja|hvala|hvala lijepa|molim|da|ne|odustani
    datoteka|uredi|pomoć|otvori|zatvori|spremi|traži|dalje|natrag|dobrodošli|sretan božić|danas|sutra|lozinka`,
  hu: `szia|helló|helló világ|jó napot|jó reggelt|jó estét|jó éjszakát|viszontlátásra|köszönöm|kérem|igen|nem|mégse
    fájl|szerkesztés|súgó|megnyitás|bezárás|mentés|keresés|tovább|vissza|üdvözöljük|boldog karácsonyt|ma|holnap|jelszó`,
  et: `tere|tere maailm|tere hommikust|tere õhtust|head ööd|head aega|aitäh|palun|jah|ei|tühista|fail|muuda|abi|ava
    sulge|salvesta|otsi|edasi|tagasi|tere tulemast|häid jõule|täna|homme|parool`,
  lv: `sveiki|sveika pasaule|labdien|labrīt|labvakar|ar labunakti|uz redzēšanos|paldies|lūdzu|jā|nē|atcelt|fails
    rediģēt|palīdzība|atvērt|aizvērt|saglabāt|meklēt|tālāk|atpakaļ|laipni lūdzam|šodien|rīt|parole`,
  lt: `labas|sveikas pasauli|laba diena|labas rytas|labas vakaras|labanakt|viso gero|ačiū|prašau|taip|ne|atšaukti
    failas|redaguoti|pagalba|atidaryti|uždaryti|įrašyti|ieškoti|toliau|atgal|sveiki atvykę|šiandien|rytoj|slaptažodis`,
  vi: `xin chào|chào thế giới|chào buổi sáng|chúc ngủ ngon|tạm biệt|cảm ơn|vui lòng|vâng|không|hủy|tệp|chỉnh sửa
    trợ giúp|mở|đóng|lưu|tìm kiếm|tiếp|quay lại|chào mừng|hôm nay|ngày mai|mật khẩu`,
  ru: `привет|привет мир|здравствуйте|доброе утро|добрый день|добрый вечер|спокойной ночи|до свидания|спасибо
    пожалуйста|да|нет|отмена|файл|правка|вид|помощь|справка|открыть|закрыть|сохранить|поиск|далее|назад
    добро пожаловать|как дела|сегодня|завтра`,
  uk: `привіт|привіт світ|добрий день|доброго ранку|добрий вечір|на добраніч|до побачення|дякую|будь ласка|так
    ні|скасувати|файл|довідка|відкрити|закрити|зберегти|пошук|далі|назад|ласкаво просимо`,
  bg: `здравей|здравейте|здравей свят|добро утро|добър ден|добър вечер|лека нощ|довиждане|благодаря|моля|да|не
    отказ|файл|помощ|отвори|затвори|запази|търсене|напред|назад|добре дошли`,
};

const languagesByPhrase = new Map<string, LanguageTag[]>();
for (const [language, phrases] of Object.entries(PHRASES)) {
  for (const phrase of phrases.split(/\s*[|\n]\s*/)) {
    const languages = languagesByPhrase.get(phrase);
    if (languages) languages.push(language);
    else languagesByPhrase.set(phrase, [language]);
  }
}

const MAX_WORDS = 4;
/** Shorter phrases, such as "si" and "no", are words of many languages. */
const MIN_PART_LETTERS = 4;

const languagesOf = (words: readonly string[]): readonly LanguageTag[] =>
  languagesByPhrase.get(words.join(' ')) ?? [];

/** Languages a whole text is a stock phrase of; none for anything longer than four words. */
export const phraseLanguages = (words: readonly string[]): readonly LanguageTag[] =>
  words.length > MAX_WORDS ? [] : languagesOf(words);

/** Languages of the longest stock phrase that a text of up to four words begins with. */
export const openingLanguages = (words: readonly string[]): readonly LanguageTag[] => {
  if (words.length > MAX_WORDS) return [];
  for (let count = words.length - 1; count > 0; count--) {
    const opening = words.slice(0, count);
    if (opening.join('').length < MIN_PART_LETTERS) return [];
    const languages = languagesOf(opening);
    if (languages.length > 0) return languages;
  }
  return [];
};

/**
 * How much likelier a language is whose dictionary has a text: in natural logarithms, from the share
 * of words that dictionaries of 30,000 phrases have of their own language and of others.
 */
const KNOWN = 3;
/** For each further language that has it: such words are in more languages than have dictionaries. */
const SHARED = -1;
/** A capital where the dictionary has one, too: German nouns, and labels of interfaces. */
const SAME_CAPITAL = 1.5;
/** A small letter where the dictionary has a capital. */
const OTHER_CAPITAL = -2;
/** For a word that ends in a known one. */
const COMPOUND = 3;

/** Longer phrases are not in dictionaries. */
const MAX_KNOWN_WORDS = 3;
const MAX_UNITS = 40;
/** Languages that write several nouns as one word. */
const COMPOUNDING: ReadonlySet<LanguageTag> = new Set(['da', 'de', 'fi', 'is', 'nb', 'nl', 'sv']);
/** Languages that write some articles and prepositions before a vowel with an apostrophe. */
const ELIDING: ReadonlySet<LanguageTag> = new Set(['ca', 'fr', 'it', 'oc']);
const ELIDED = /^(?:l|d|un|dell|all|dall|nell|sull|s|qu)'/u;
const MIN_COMPOUND = 9;
const MIN_HEAD = 5;
const MIN_MODIFIER = 3;

/**
 * What dictionaries say about the language of a text of a few words, as additions to the
 * log-likelihoods of languages.
 *
 * @param text as it is written
 * @param words its words in lower case
 */
export const weighKnownPhrase = (
  text: string,
  words: readonly string[],
  findLetterCase: FindLetterCase,
): ReadonlyMap<LanguageTag, number> => {
  if (words.length === 0 || words.length > MAX_KNOWN_WORDS) return new Map();
  const phrase = words.join(' ');
  if (phrase.length > MAX_UNITS) return new Map();
  const elided = ELIDED.exec(phrase)?.[0];
  const known = elided
    ? findLetterCase(phrase.slice(elided.length), ELIDING)
    : findLetterCase(phrase);
  const [only = ''] = words;
  if (known.size === 0) return words.length === 1 ? weighCompound(only, findLetterCase) : new Map();
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  const hasCapital = first !== first.toLowerCase();
  const isCapitals = text.length > 1 && text === text.toUpperCase();
  const ofKnown = KNOWN + SHARED * (known.size - 1);
  const weigh = (writing: 'lower' | 'capital'): number => {
    if (writing === 'lower' || isCapitals) return ofKnown;
    return ofKnown + (hasCapital ? SAME_CAPITAL : OTHER_CAPITAL);
  };
  return new Map([...known].map(([language, writing]) => [language, weigh(writing)]));
};

/** `Protonenstrahl` ends in `Strahl`: the languages whose dictionary has the longest such ending. */
const weighCompound = (
  word: string,
  findLetterCase: FindLetterCase,
): ReadonlyMap<LanguageTag, number> => {
  const letters = [...word];
  if (letters.length < MIN_COMPOUND) return new Map();
  for (let start = MIN_MODIFIER; letters.length - start >= MIN_HEAD; start++) {
    const found = findLetterCase(letters.slice(start).join(''), COMPOUNDING);
    if (found.size > 0) return new Map([...found.keys()].map((language) => [language, COMPOUND]));
  }
  return new Map();
};

/** The language of these words. */
export const INTERFACE_LANGUAGE: LanguageTag = 'en';

/** English words of programs and web sites that are no words of other languages in the Latin script. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  `access account accounts activity add address advanced airplane alert alerts allow allowed
  already answer apply approve archived attachment author available back background bandwidth
  battery billing block blocked board bookmark bookmarks branch browse build built busy buttons
  bypass cache call calls cancel cancelled cannot cart change changed changes channel cheat
  check checkbox checked checking checkout child choose clear clipboard clock close closed
  collapse column comment comments commit company complete completed conflict connect connected
  connection contact contacts continue copied copy could count country crash create created
  custom customer daily dark data database day days deadlock decline decrease default defaults
  delete deleted delivery deny deploy device devices disable disabled discard discount dislike
  draft drafts drag drive drop edit edited empty enable enabled enter entry errors event events
  every exceeded exit expand expected expired export failed failure feature features feed fetch
  field fields file files fill filter filters find finish first flow folder folders follow
  followers font forbidden forget forgot forward found free friend friends full gateway gear
  general get give go goal goals group groups guess guest guide health height help hidden hide
  high history hourly hours idle ignore inbox income increase insert install instead invalid
  invite invoice issue issues items keep key keyboard keys label language last leak learn
  learning leave left length level license light limit line list listen load loading locked
  logged lost low manage mark match meeting member members merge missed missing month monthly
  more most mouse move mute names navigate need network never new news notes number offer old
  only open order orders other out outage output overdue overview owner package paste path
  payment payments pending people phone photo photos picture pictures play please pointer power
  press preview previous price pricing print printer privacy profile progress project public
  publish pull purchase push query quota random rate read ready rebuild receipt received recent
  recovery redo refresh refund register reject release reload remember remove rename replace
  reply report request requests required resend resize restart restore result results resume
  retry return revert review right role root rotate rows rules run running safe sales save saved
  saving scale schedule scheduled search secret secure security select selected send sent set
  settings shape shared sheet shipment shipping shortcut shortcuts show shutdown side sign size
  skip sleep sort space speed spelling started state step steps storage store string submit
  subscribe subscription success suggested summary switch task tasks tax terms thank theme
  thumbnail time timeout title today toggle top topic touch track trash trial try turn typing
  unable unblock undo unfollow unit unknown unlock unmute unpin unread unsaved unsubscribe
  untitled upcoming updated usage used user users value values view views wait wallet warning
  warnings watch weak week weekly welcome what when where width wish without word words work
  workspace write wrong year yearly your zone`.split(/\s+/),
);

/** Those that other languages have borrowed. */
const LOANWORDS: ReadonlySet<string> = new Set(
  `backup beta browser button chart chat click clicks cloud cluster dashboard deadline debug desktop
  display download downloads email feedback firewall flag footer hardware header home host icon
  installed job jobs join layout like likes link links live log login logout mail mode newsletter
  next offline online password passwords player pool post posts prompt proxy queue quick ranking
  reset router runtime scan screen script server servers session sessions setup share shell shop
  shopping site sites snooze software sound spam stack start stock stop stream sync tab tabs
  team terminal test thread threads ticket tickets timer token tokens tool toolbar tools
  tracking trigger update updates upgrade upload uploads username plan video web website wifi
  workflow zoom`.split(/\s+/),
);

/** Texts of more words have enough n-grams. */
const MAX_INTERFACE_WORDS = 4;

/**
 * Whether a text is a button, title or menu entry in English: two to four words, at least half of
 * which are English words of interfaces. A loanword counts half.
 */
export const isInterfaceEnglish = (words: readonly string[]): boolean => {
  if (words.length < 2 || words.length > MAX_INTERFACE_WORDS) return false;
  const own = words.filter((word) => OWN_WORDS.has(word)).length;
  const borrowed = words.filter((word) => LOANWORDS.has(word)).length;
  return 2 * own + borrowed >= words.length;
};
