import { baseOf, type LanguagePair, type LanguageTag } from '@dragoman/contract/languages';
import { wholeWords } from '../characters.js';
import { lazyByKey } from '../lazy-by-key.js';

/** How a text addresses its reader: formally (`Sie`, `vous`, `usted`) or as a friend (`du`, `tu`). */
export type Formality = 'more' | 'less';

/** A word of a translation that shows a form of address: a half-open range of UTF-16 code units. */
export interface FormalitySign {
  readonly start: number;
  readonly end: number;
  readonly form: Formality;
  /** Whether it can mean nothing else, whatever the source says. */
  readonly isSure: boolean;
}

/** A sentence and its translation, with their languages. */
export interface TranslatedSentence extends LanguagePair {
  /** In the source language. */
  readonly text: string;
  readonly translation: string;
}

/** The words that show one form, by how much the source has a say. */
interface Words {
  /** Wherever they stand. */
  readonly always: string;
  /** Where the source says "you". */
  readonly withYou?: string;
  /** Where the source says "you" and names no third person. */
  readonly onlyYou?: string;
  /** At the beginning of a sentence that asks for something; whole words or endings (`-en Sie`). */
  readonly asking?: string;
}

const YOU = /\b(?:you|your|yours|yourself|yourselves)\b/iu;
const THIRD_PERSON =
  /\b(?:he|she|it|they|him|her|them|his|hers|its|their|theirs|himself|herself|itself|themselves|one|who)\b/iu;
/** Statements begin with these; what begins with none of them and no name asks for something. */
const NO_REQUEST =
  /^\W*(?:I|he|she|it|we|they|you|this|that|these|those|there|the|an?|my|our|his|her|its|their|your|is|are|was|were|do(?! not\b)|does|did|have|has|had|will|would|can|could|should|may|might|must|what|when|where|who|why|how|which|if|because|and|but|or|so|yes|no|not|in|on|at|for|to|with|from|by|of|as)\b/iu;

/** Portuguese, with an article or a preposition before it. */
const SENHOR =
  '(?:[OoAaÀà]s?|[Aa]os?|[DdNn][oa]s?|[Pp]el[oa]s?) [Ss]enhora?s?|[Vv]ossas? [Ee]xcelências?';

/** Patterns of some words, each with a small letter or a capital. */
const withOrWithoutCapital = (words: string): string =>
  words.replace(/(?<=^|\|)\p{Ll}/gu, (letter) => `[${letter.toUpperCase()}${letter}]`);

const WORDS: Readonly<Record<string, Readonly<Record<Formality, Words>>>> = {
  de: {
    more: {
      // A capital inside a sentence.
      always:
        "(?<=[\\p{L}\\p{N},;)“”»'’] )(?:Sie|Ihnen|Ihr(?:e|em|en|er|es)?|Ihrerseits|Ihretwegen)",
      onlyYou: '(?<=^|[.!?:…] |["„“«»] ?)(?:Sie|Ihnen|Ihr(?:e|em|en|er|es)?)',
    },
    less: {
      always:
        '[Dd](?:u|ich|ir|ein|eine|einem|einen|einer|eines|eins|einetwegen)|[Ee]u(?:ch|er|re|rem|ren|rer|res)|' +
        '(?:[Kk]ann|[Hh]a|[Bb]i|[Ww]ill|[Mm]us|[Ss]oll|[Dd]arf|[Mm]ag|[Ww]ir|[Ww]eiß|[Ww]ar|[Hh]atte|[Kk]önnte|[Ww]ürde|[Ss]ollte|[Mm]öchte|[Ww]ollte|[Mm]usste|[Mm]üsste|[Gg]eh|[Kk]omm|[Ss]ieh|[Mm]ach|[Bb]rauch|[Nn]imm|[Gg]ib|[Hh]ätte|[Ww]äre|[Ww]ürd|[Ff]ind|[Ff]inde|[Dd]enk|[Ss]ag|[Tt]u)st',
      withYou: '(?:seid|habt|könnt|wollt|müsst|sollt|dürft|werdet|wisst|möchtet)',
      onlyYou: '[Ii]hr',
      asking:
        '(?:Klick|Klicke|Öffne|Wähle|Wähl|Gib|Gehe?|Komme?|Nimm|Lies|Sieh|Siehe|Schau|Schaue|Drück|Drücke|Prüfe|Überprüfe|Lösche|Speichere|Füge|Stelle|Stell|Lass|Mach|Mache|Versuche?|Warte|Ruf|Rufe|Schreib|Schreibe|Sag|Sage|Sei|Hab|Vergiss|Denk|Denke|Hol|Hole|Bring|Bringe|Zeig|Zeige|Benutze|Verwende|Sende|Schick|Schicke|Melde|Bestätige|Lade|Lad|Installiere|Starte|Schließ|Schließe|Besuche?|Erstelle|Lege|Setze|Suche?|Halte?|Hör|Höre|Ändere|Trage?|Beachte|Folge|Achte|Bleibe?|Besorge?|Hilf|Antworte|Erzähle?|Genieße?|Kaufe?|Lerne?|Nutze|Probiere?|Rede|Reise|Spare?|Sprich|Steh|Stehe|Triff|Tu|Vertraue?|Wirf|Iss|Trink|Trinke|Kontaktiere|Registriere|Frage?|Entscheide|Erinnere|Freue?|Kümmere|Rufe?|Tippe?|Scrolle?|Führe|Gebt|Lasst|Kommt|Geht|Nehmt|Seht|Macht|Bekommt)',
    },
  },
  fr: {
    more: {
      always:
        '[Vv]ous|[Vv]otre|[Vv]os|[Vv]ôtres?|[Aa]vez|[Êê]tes|[Pp]ouvez|[Vv]oulez|[Dd]evez|[Ss]avez|[Aa]llez|[Ff]aites|[Dd]ites|[Pp]ourriez|[Vv]oudriez|[Dd]evriez|[Aa]uriez|[Ss]eriez|[Aa]viez|[Éé]tiez|[Vv]euillez',
      asking: '(?!Assez|Chez|Nez|Rez)\\p{Lu}[a-zéèêçû]+ez',
    },
    less: {
      always: '[Tt]u|[Tt]oi|[Tt]iennes?|[Tt]iens?(?= (?:de|à))',
      withYou: "[Tt](?=['’])|[Tt]e|[Tt]on|[Tt]a|[Tt]es|[Tt]iens?",
      asking:
        '(?:Clique|Choisis|Ouvre|Entre|Va|Viens|Prends|Lis|Regarde|Vérifie|Appuie|Supprime|Ajoute|Fais|Essaie|Attends|Appelle|Écris|Dis|Sois|Oublie|Pense|Utilise|Envoie|Confirme|Sélectionne|Télécharge|Ferme|Cherche|Écoute|Suis|Donne|Montre|Laisse|Mets|Garde|Continue|Assure|Reste|Demande|Visite|Profite|Contacte|Consulte|Installe|Essaye|Achète|Parle|Raconte|Aide|Laisse|Pars|Sors|Bois|Mange|Reviens|Tiens|Note|Sauvegarde|Enregistre|Saisis|Remplis|Rends|Apprends|Attrape|Explique)',
    },
  },
  es: {
    more: {
      always:
        '[Uu]stedes|[Uu]sted|(?:Ud|Vd|Uds|Vds)\\.|' +
        '(?:[Ee]nvíe|[Ll]láme|[Ee]scríba|[Dd]íga|[Cc]ontácte|[Vv]isíte|[Aa]víse|[Ii]nfórme|[Pp]ermíta|[Dd]éje|[Ss]íga|[Aa]yúde|[Pp]regúnte|[Cc]onsúlte|[Cc]uénte|[Ii]ndíque|[Mm]ánde)(?:nos|me)|' +
        '(?:[Rr]egístre|[Ss]uscríba|[Ii]nscríba|[Úú]na|[Aa]segúre|[Dd]iríja|[Cc]omuníque|[Pp]ónga)se|[Hh]ágalo|[Úú]selo|[Dd]escárguelo|[Ii]nténtelo',
      onlyYou:
        '[Ss]us?|[Ss]uy[oa]s?|(?:[Pp]uede|[Dd]ebe|[Qq]uiere|[Dd]esea|[Nn]ecesita|[Tt]iene|[Dd]ebería|[Pp]odría|[Ee]stá|[Hh]a|[Vv]a|[Hh]ace|[Ss]abe|[Vv]e|[Pp]refiere|[Qq]uisiera|[Gg]ustaría|[Tt]endría|[Ee]ncuentra|[Ll]e)|\\p{L}{2,}[aeií]r(?:le|lo|la)',
      asking:
        '(?:Por favor,? )?¡?(?:[Ss]eleccione|[Hh]aga|[Ii]ntroduzca|[Ee]lija|[Pp]ulse|[Cc]ompruebe|[Uu]tilice|[Uu]se|[Ee]scriba|[Aa]segúrese|[Ee]spere|[Tt]enga|[Vv]aya|[Vv]enga|[Dd]iga|[Dd]ígame|[Ll]lame|[Aa]bra|[Cc]ierre|[Ii]nténtelo|[Ii]ntente|[Aa]ñada|[Cc]ambie|[Dd]é|[Dd]eme|[Pp]onga|[Mm]ire|[Tt]ome|[Ll]ea|[Rr]evise|[Ee]nvíe|[Gg]uarde|[Bb]orre|[Ee]limine|[Ss]iga|[Vv]uelva|[Pp]erdone|[Dd]isculpe|[Cc]onfirme|[Dd]eje|[Ss]ea|[Pp]iense|[Rr]ecuerde|[Bb]usque|[Cc]uénteme|[Aa]yúdeme|[Ll]lámeme|[Dd]éjeme|[Pp]ermítame|[Pp]regunte|[Vv]isite|[Dd]isfrute|[Cc]ontacte|[Cc]onsulte|[Ii]ngrese|[Dd]escargue|[Ii]nstale|[Pp]ruebe|[Ll]leve|[Tt]raiga|[Cc]ompre|[Hh]able|[Ee]ntre|[Ss]alga|[Cc]uide)',
    },
    less: {
      always:
        '(?:[Ee]nvía|[Ll]láma|[Ee]scríbe|[Dd]i|[Cc]ontácta|[Vv]isíta|[Aa]vísa|[Ii]nfórma|[Pp]ermíte|[Dd]éja|[Ss]ígue|[Aa]yúda|[Pp]regúnta|[Cc]onsúlta|[Cc]uénta|[Ii]ndíca|[Mm]ánda)(?:nos|me)|' +
        '[Rr]egístrate|[Ss]uscríbete|[Ii]nscríbete|[Úú]nete|[Dd]irígete|[Cc]omunícate|[Hh]azlo|[Úú]salo|[Dd]escárgalo|' +
        '[Tt]ú|[Cc]ontigo|[Vv]osotr[oa]s|[Vv]uestr[oa]s?|(?:[Pp]uedes|[Qq]uieres|[Tt]ienes|[Ee]res|[Dd]ebes|[Nn]ecesitas|[Ss]abes|[Cc]rees|[Hh]aces|[Dd]ices|[Pp]odrías|[Dd]eberías|[Vv]ienes|[Pp]iensas|[Hh]abías|[Ee]stabas|[Pp]udiste|[Hh]iciste|[Ff]uiste|[Hh]ablas|[Vv]ives|[Ee]stás|[Tt]endrás|[Pp]odrás|[Qq]uerrías|[Hh]arás|[Tt]enías|[Pp]refieres|[Pp]uedas|[Tt]engas|[Qq]uieras|[Ss]epas|[Hh]agas|[Vv]ayas|[Gg]ustarías|[Hh]ubieras|[Rr]ecuerdas|[Cc]onoces|[Ee]ntiendes|[Ss]ientes|[Ee]ncuentras|[Ll]lamas|[Bb]uscas|[Ee]speras|[Tt]endrías|[Hh]arías|[Dd]ijiste|[Tt]uviste|[Dd]iste|[Vv]iste|[Vv]eras|[Vv]erás|[Ii]rás|[Ss]erás|[Ee]starás|[Hh]abrás|[Ss]ois|[Ee]ncontrarás)|\\p{L}{2,}(?:áis|éis)|[Ss]eáis',
      withYou:
        '[Tt]e|[Tt]i|[Tt]us?|[Tt]uy[oa]s?|[Oo]s|[Hh]as|[Vv]as|[Vv]es|[Dd]as|\\p{L}{2,}(?:aste|arás|erás|irás|arías|erías|irías|abas|ieras|ases|eces|ieres|uedes|ienes|ites|ribes|uieres|[aeií]r(?:te|os))',
      asking:
        '¡?(?:Haz|Ten|Ven|Ve|Di|Dime|Pon|Elige|Escoge|Pulsa|Comprueba|Utiliza|Escribe|Espera|Llama|Abre|Cierra|Intenta|Añade|Mira|Toma|Lee|Revisa|Envía|Guarda|Borra|Elimina|Sigue|Vuelve|Confirma|Deja|Sé|Piensa|Recuerda|Busca|Selecciona|Introduce|Asegúrate|Inténtalo|Dame|Perdona|Olvida|Cuéntame|Ayúdame|Hazme|Avísame|Llámame|Déjame|Permíteme|Quédate|Pregunta|Visita|Pulsa|Tómate|Disfruta|Contacta|Consulta|Ponte|Ingresa|Descarga|Instala|Prueba|Lleva|Trae|Compra|Habla|Entra|Sal|Cuida|Date)',
    },
  },
  it: {
    more: {
      always:
        "(?<=[\\p{L}\\p{N},;)“”»'’] )(?:Lei|Suo|Sua|Suoi|Sue|La|Le)(?! \\p{Lu})|[A-Z]?\\p{L}+(?:La|Le|Lei)",
      withYou: '[Ll]ei',
      onlyYou:
        '[Ss]uoi?|[Ss]ua|[Ss]ue|(?:[Pp]uò|[Vv]uole|[Dd]eve|[Dd]esidera|[Pp]otrebbe|[Dd]ovrebbe|[Vv]orrebbe|[Hh]a|[Ss]a|[Vv]a|[Ff]a|[Ss]ta|[Vv]ede|[Cc]rede|[Pp]ensa|[Pp]referisce|[Aa]vrà|[Pp]otrà|[Ss]arà|[Aa]vrebbe|[Ss]arebbe|[Aa]bbia|[Ss]ia|[Vv]oglia|[Pp]ossa|[Ll]e)|\\p{L}{2,}[aei]r(?:la|le|lo)',
      asking:
        '(?:Scelga|Faccia|Clicchi|Inserisca|Selezioni|Apra|Chiuda|Vada|Venga|Dica|Mi dica|Mi scusi|Scusi|Prenda|Guardi|Aspetti|Attenda|Provi|Legga|Scriva|Chiami|Controlli|Verifichi|Usi|Utilizzi|Premi|Prema|Mi dia|Metta|Tenga|Continui|Confermi|Lasci|Ricordi|Si assicuri|Si ricordi|Cerchi|Senta|Veda|[Cc]i (?:contatti|scriva|invii|chiami|visiti)|[Ss]i (?:registri|iscriva|unisca|rivolga))',
    },
    less: {
      always:
        '[Tt]u(?! per tu)|[Cc]ontattaci|[Ss]crivici|[Ii]nviaci|[Cc]hiamaci|[Vv]isitaci|[Ss]eguici|[Ii]scriviti|[Uu]nisciti|[Rr]ivolgiti|(?:[Pp]uoi|[Vv]uoi|[Dd]evi|[Hh]ai|[Pp]otresti|[Dd]ovresti|[Vv]orresti|[Aa]vresti|[Ss]aresti|[Aa]vevi|[Aa]vrai|[Pp]otrai|[Ss]arai|[Dd]ovrai|[Ff]arai|[Aa]ndrai|[Vv]edrai|[Pp]otevi|[Vv]olevi|[Tt]rovi|[Ss]enti|[Pp]referisci|[Cc]apisci|[Cc]onosci|[Rr]icordi|[Ss]iete|[Aa]vete|[Pp]otete|[Vv]olete|[Dd]ovete|[Vv]ostr[oaie]|[Vv]oi)',
      withYou:
        '[Tt]e|[Tt]i|[Tt]uoi?|[Tt]ua|[Tt]ue|(?:[Ss]ei|[Ss]ai|[Ff]ai|[Vv]ai|[Ss]tai|[Dd]ici|[Pp]ensi|[Vv]ieni|[Cc]redi|[Ee]ri|[Dd]ai|[Vv]edi|[Ss]tavi|[Ff]acevi|[Aa]bbia tu)|\\p{L}{3,}(?:[aei]rti|resti|[aei]rai|desideri)',
      asking:
        '(?:Scegli|Fai|Clicca|Inserisci|Seleziona|Apri|Chiudi|Vai|Vieni|Dimmi|Prendi|Guarda|Aspetta|Attendi|Prova|Leggi|Scrivi|Chiama|Controlla|Verifica|Usa|Utilizza|Dammi|Metti|Tieni|Continua|Conferma|Lascia|Ricorda|Assicurati|Ricordati|Cerca|Senti|Vedi|Scusa|Pensa|Dai|Resta|Chiedi|Visita|Goditi|Contatta|Consulta|Installa|Scarica|Compra|Parla|Racconta|Aiutami|Fammi|Lasciami|Esci|Entra|Bevi|Mangia|Torna|Salva|Compila|Impara|Spiega|Stai|Sii|Abbi|Premi|Raccontami|Chiamami|Procurati)',
    },
  },
  nl: {
    more: {
      // Not the unit of hours: `120 km/u`, `15.00 u`, `u/min`.
      always: '[Uu]zelf|[Uu]w|[Uu]we|(?<![/\\d.] ?)u(?! ?[-=:)/])',
      withYou: 'U',
    },
    less: { always: '[Jj]ij|[Jj]ou|[Jj]ouw|[Jj]ouwe|[Jj]ullie|[Jj]ezelf', withYou: '[Jj]e' },
  },
  // Before a name, "Pan" is "Mr".
  pl: {
    more: {
      always:
        "(?<=[\\p{L}\\p{N},;)“”»'’] )(?:Pan(?:a|u|em|ie)?|Pani(?:ą|e)?|Państw(?:o|a|u|em))(?! \\p{Lu})",
      withYou: '[Pp]an(?:a|u|em)?(?! \\p{Lu})|[Pp]ani(?:ą)?(?! \\p{Lu})|[Pp]aństw(?:o|a|u|em)',
      asking: '[Pp]roszę(?= (?:nie )?\\p{L}+[ćc](?!\\p{L}))',
    },
    less: {
      always:
        withOrWithoutCapital(
          'ty|ciebie|cię|tobie|tobą|tw(?:ój|oj[aeąi]|oich|oim|oimi|oją|ego|emu|ej|ojego|ojemu|ojej)',
        ) +
        '|[Jj]esteś|[Pp]owinn?[ai]e?ś|\\p{L}{2,}(?:łeś|łaś|łbyś|łabyś)' +
        '|(?![Kk]lawisz|[Aa]fisz|[Tt]owarzysz|[Gg]ulasz|[Ff]inisz|Tomasz|Łukasz)\\p{L}{2,}[aeiy]sz',
      withYou:
        '[Cc]i|[Ww]y|[Ww]as|[Ww]am|[Ww]asz(?:a|e|ego|emu|ej|ych|ymi?|ą)?|[Mm]acie|[Cc]hcecie|[Jj]esteście|[Mm]ożecie|[Ww]iecie|[Bb]ędziecie|[Mm]usicie|[Rr]obicie',
      asking: withOrWithoutCapital(
        'kliknij|wybierz|otwórz|wpisz|poczekaj|zobacz|powiedz|daj|weź|idź|przyjdź|napisz|przeczytaj|sprawdź|usuń|zapisz|dodaj|pomóż|zapomnij|zadzwoń|kup|przynieś|pokaż|zamknij|włącz|wyłącz|zrób|spróbuj|użyj|wyślij|potwierdź|zaloguj|wróć|zostań|pamiętaj|słuchaj|patrz|zapytaj|odpowiedz|naciśnij|połóż|postaw|upewnij|zarejestruj|skontaktuj|znajdź|zostaw|trzymaj|czekaj|odwiedź|ciesz|bądź|miej|wyjdź|wejdź|pobierz|zainstaluj|skorzystaj|podaj|wprowadź|zmień|usiądź|przestań|chodź|uważaj|martw',
      ),
    },
  },
  ru: {
    more: {
      always:
        withOrWithoutCapital(
          'вы|вас|вам|вами|ваш(?:а|е|и|его|ему|ей|ею|им|ими|их|у|ем)?|позвольте',
        ) +
        '|(?![Дд]авайте|\\p{L}*[Сс]айте|\\p{L}*[Бб]айте|[Фф]лейте)\\p{L}{2,}(?:йте|[бвдзмнпрстф]ьте)(?:сь)?',
      withYou: withOrWithoutCapital(
        'можете|хотите|знаете|думаете|будете|делаете|понимаете|имеете|получите|получаете|сможете|найд[её]те|жив[её]те|ид[её]те|прид[её]те|читаете|работаете|считаете|помните|видите|увидите|любите|говорите|едете|сделаете|узнаете|захотите|нуждаетесь|планируете|собираетесь|желаете|предпочитаете|используете|ищете|жд[её]те|нажм[её]те|чувствуете',
      ),
      asking: '\\p{L}{2,}ите(?:сь)?',
    },
    less: {
      always: `${withOrWithoutCapital(
        'ты|тебя|тебе|тобою?|тво(?:й|я|ё|е|и|его|ему|ей|ею|им|ими|их|ю|ём|ем)',
      )}|(?![Бб]решь|[Пп]лешь)\\p{L}{2,}[еёи]шь(?:ся)?`,
      asking: withOrWithoutCapital(
        'нажми|открой|выбери|введи|подожди|посмотри|скажи|дай|возьми|иди|приходи|напиши|прочитай|проверь|удали|сохрани|добавь|помоги|забудь|забывай|позвони|купи|принеси|покажи|закрой|включи|выключи|поставь|сделай|попробуй|используй|отправь|подтверди|войди|вернись|останься|помни|думай|слушай|смотри|спроси|ответь|зайди|прими|положи|извини|прости|убедись|зарегистрируйся|свяжись|найди|пришли|оставь|держи|жди|будь|дождись|скачай|установи|измени|укажи|садись|перестань|пойди|поезжай|беспокойся|волнуйся|бери|оставайся|продолжай|выпей|съешь|расскажи|наслаждайся|посети|обратись',
      ),
    },
  },
  // In Brazil "você" is familiar; its verbs and possessives also go with "o senhor".
  pt: {
    more: {
      always: SENHOR,
    },
    less: {
      always: '[Vv]ocês?|[Cc]ontigo|[Tt]u|[Tt]eus?|[Tt]uas?',
      withYou: '[Tt]e|[Tt]i|[Pp]odes|[Qq]ueres|[Dd]eves|[Tt]ens|[Vv]ais|[Ff]azes|[Ss]abes',
    },
  },
  // In Portugal it is not: friends are "tu", and everybody else has the third person.
  'pt-PT': {
    more: {
      always: `${SENHOR}|[Vv]ocê`,
      withYou: '[Cc]onsigo',
      onlyYou:
        '[Ss]eus?|[Ss]uas?|[Ll]hes?|[Ss]i|(?:[Pp]ode|[Dd]eve|[Qq]uer|[Tt]em|[Ss]abe|[Pp]recisa|[Dd]eseja|[Ee]stá|[Vv]ai|[Ff]az|[Vv]ê|[Aa]cha|[Pp]ensa|[Gg]osta|[Gg]ostaria|[Pp]oderia|[Dd]everia|[Pp]oderá|[Tt]erá|[Pp]refere|[Ee]ntende|[Cc]onhece|[Cc]onsegue)|\\p{L}{2,}[áêi]-l[oa]s?|(?:[Dd]eixe|[Dd]ê|[Dd]iga)(?=-[mn])',
      asking:
        '(?:Deixe|Diga|Clique|Escolha|Espere|Faça|Abra|Feche|Envie|Veja|Tente|Use|Utilize|Selecione|Introduza|Verifique|Venha|Vá|Leia|Escreva|Ligue|Lembre|Pergunte|Continue|Confirme|Contacte|Consulte|Visite|Desfrute|Aguarde|Preencha|Guarde|Elimine|Adicione|Prima|Siga|Tenha|Seja|Fale|Experimente|Compre|Ajude|Dê|Mostre|Traga|Tome|Coloque|Pense|Procure|Certifique)',
    },
    less: {
      always:
        '[Tt]u|[Cc]ontigo|[Tt]eus?|[Tt]uas?|(?:[Ee]stás|[Tt]ens|[Pp]odes|[Qq]ueres|[Dd]eves|[Ss]abes|[Vv]ais|[Ff]azes|[Dd]izes|[Ff]oste|[Pp]odias|[Dd]evias|[Pp]oderias|[Dd]everias|[Pp]recisas|[Gg]ostas|[Gg]ostarias|[Aa]chas|[Pp]ensas|[Tt]inhas|[Tt]erias|[Ee]stavas|[Cc]onheces|[Cc]onsegues|[Ee]ntendes|[Pp]oderás|[Tt]erás)',
      withYou:
        '[Tt]e|[Tt]i|[Éé]s|[Vv]ês|\\p{L}{2,}(?:aste|este|iste|arás|erás|irás|arias|erias|irias|avas|[aei]res)',
      asking:
        '(?:Deixa|Diz|Clica|Escolhe|Espera|Faz|Abre|Fecha|Envia|Vê|Tenta|Usa|Utiliza|Seleciona|Introduz|Verifica|Vem|Vai|Lê|Escreve|Liga|Lembra|Pergunta|Continua|Confirma|Contacta|Consulta|Visita|Desfruta|Aguarda|Preenche|Guarda|Elimina|Adiciona|Prime|Segue|Tem|Sê|Fala|Experimenta|Compra|Ajuda|Dá|Mostra|Traz|Toma|Coloca|Pensa|Procura|Certifica)(?!-se)',
    },
  },
};

interface Patterns {
  readonly always: RegExp;
  readonly withYou: RegExp | undefined;
  readonly onlyYou: RegExp | undefined;
  readonly asking: RegExp | undefined;
}

const anywhere = (words: string): RegExp => new RegExp(wholeWords(words), 'gu');
const atBeginning = (words: string): RegExp =>
  new RegExp(
    `(?<=(?:^\\P{L}{0,9}|[.!?:…,] )(?:(?:[Bb]itte|[Pp]or favor|[Pp]er favore|[Пп]ожалуйста|[Нн]е|[Nn]ie)\\P{L}{1,2})?)(?:${words})(?![\\p{L}\\p{N}])`,
    'gu',
  );

const patternsOf = ({ always, withYou, onlyYou, asking }: Words): Patterns => ({
  always: anywhere(always),
  withYou: withYou === undefined ? undefined : anywhere(withYou),
  onlyYou: onlyYou === undefined ? undefined : anywhere(onlyYou),
  asking: asking === undefined ? undefined : atBeginning(asking),
});

const patternsIn = lazyByKey(WORDS, ({ more, less }) => ({
  more: patternsOf(more),
  less: patternsOf(less),
}));

/** Whether the forms of address of a language can be distinguished here. */
export const tellsFormality = (language: LanguageTag): boolean =>
  Object.hasOwn(WORDS, baseOf(language));

/**
 * The words of a translation that show how it addresses its reader, in order; none of a language
 * whose forms cannot be distinguished. Many words mean several things ("su" is his, her, their and
 * your), so the source has a say: such a word counts only where an English source says "you" and
 * names nobody else.
 */
export const formalitySigns = ({
  source,
  target,
  text,
  translation,
}: TranslatedSentence): readonly FormalitySign[] => {
  const patterns = patternsIn(target) ?? patternsIn(baseOf(target));
  if (!patterns) return [];
  const isEnglish = baseOf(source) === 'en';
  const saysYou = !isEnglish || YOU.test(text);
  const asks = isEnglish && !NO_REQUEST.test(text);
  const saysOnlyYou = isEnglish && saysYou && !THIRD_PERSON.test(text);
  const isTranslated = baseOf(source) !== baseOf(target);
  return (['more', 'less'] as const)
    .flatMap((form) => {
      const { always, withYou, onlyYou, asking } = patterns[form];
      const find = (pattern: RegExp | undefined, isSure = false): readonly FormalitySign[] =>
        [...(pattern ? translation.matchAll(pattern) : [])].map(({ index, 0: { length } }) => ({
          start: index,
          end: index + length,
          form,
          isSure,
        }));
      return [
        ...find(always, true),
        ...(saysYou ? find(withYou) : []),
        ...(saysOnlyYou ? find(onlyYou) : []),
        ...(asks ? find(asking) : []),
      ];
    })
    .filter((sign) => !isTranslated || !isCopied(sign, text, translation))
    .sort((one, other) => one.start - other.start);
};

/** So much of a translation is searched for the word next to a sign. */
const MAX_NEIGHBOUR = 40;

/** Whether a word stands between the same words in the source, as in a name: "Café du Monde". */
const isCopied = (
  { start, end }: Pick<FormalitySign, 'start' | 'end'>,
  source: string,
  translation: string,
): boolean => {
  const [before = ''] =
    /[\p{L}\p{M}]+\s$/u.exec(translation.slice(Math.max(0, start - MAX_NEIGHBOUR), start)) ?? [];
  const [after = ''] = /^\s[\p{L}\p{M}]+/u.exec(translation.slice(end, end + MAX_NEIGHBOUR)) ?? [];
  const word = translation.slice(start, end);
  return before + after !== '' && source.includes(before + word + after);
};

/** English verbs that requests begin with. */
const REQUEST_VERB =
  /^\W*(?:please\W+)?(?:(?:do not|don['’]t|never|always|just|now) )?(?:add|allow|answer|ask|be|bring|buy|call|change|check|choose|click|close|come|confirm|contact|copy|create|delete|download|drink|eat|enjoy|enter|explain|feel|fill|find|follow|forget|get|give|go|have|help|hold|install|keep|learn|leave|let|listen|look|make|meet|move|note|open|pay|press|provide|put|read|remember|remove|repeat|restart|run|save|say|see|select|send|set|show|sign|sit|speak|start|stay|stop|submit|take|talk|tell|think|touch|try|turn|type|update|use|visit|wait|walk|watch|worry|write)\b/iu;
/** At the end of a text, of which it gets only so much. */
const REQUEST_END = /[.!]\W*$/u;
const MAX_END = 20;
/** Fewer words are more often a label: "Add file". */
const MIN_REQUEST_WORDS = 3;

const isRequest = (english: string): boolean => {
  const text = english.trim();
  return (
    REQUEST_VERB.test(text) &&
    REQUEST_END.test(text.slice(-MAX_END)) &&
    text.split(/\s+/u).length >= MIN_REQUEST_WORDS
  );
};

/** Whether an English sentence speaks to its reader: it says "you", or asks for something. */
export const speaksToReader = (english: string): boolean => YOU.test(english) || isRequest(english);

/** How a translation addresses its reader; undefined where it shows no form, or both alike. */
export const formalityOf = (sentence: TranslatedSentence): Formality | undefined =>
  majorityOf(tellingSigns(sentence));

/** The signs that tell the form: those that are sure, or all where none is. */
export const tellingSigns = (sentence: TranslatedSentence): readonly FormalitySign[] => {
  const signs = formalitySigns(sentence);
  return signs.some(({ isSure }) => isSure) ? signs.filter(({ isSure }) => isSure) : signs;
};

/** The form that is shown most often; undefined for none, or both alike. */
export const majorityOf = (
  shown: readonly Pick<FormalitySign, 'form'>[],
): Formality | undefined => {
  const more = shown.filter(({ form }) => form === 'more').length;
  const less = shown.length - more;
  if (more === less) return undefined;
  return more > less ? 'more' : 'less';
};
