import { directionOfLocale, localeFor } from './browser/locales.js';

/** What a page says about an error, in a language of its visitor. */
export interface ErrorDescription {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** What has happened, for somebody who reads no English. */
  readonly summary: string;
  readonly texts: Pick<ErrorTexts, 'translator' | 'apiReference' | 'request'>;
}

const SUMMARIES: Readonly<Record<number, keyof ErrorTexts>> = {
  401: 'signIn',
  403: 'refused',
  404: 'notFound',
  429: 'tooMany',
  503: 'unavailable',
};

/**
 * Describes an error in the best language of the translator page that the visitor's browser asks for.
 *
 * @param acceptLanguage the header: `de-CH, de;q=0.9`
 */
export const describeError = (
  status: number,
  acceptLanguage: string | undefined,
): ErrorDescription => {
  const locale = localeFor('', languagesOf(acceptLanguage ?? ''));
  const texts = ERROR_TEXTS[locale] ?? ENGLISH;
  const summary = texts[SUMMARIES[status] ?? 'failed'];
  return { locale, direction: directionOfLocale(locale), summary, texts };
};

/** The languages of the header, the best first; those with a weight of zero are not wanted. */
const languagesOf = (acceptLanguage: string): readonly string[] =>
  acceptLanguage
    .split(',', MAX_LANGUAGES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);

const MAX_LANGUAGES = 20;

/** What a page that reports an error says around the error itself. */
interface ErrorTexts {
  readonly signIn: string;
  readonly refused: string;
  readonly notFound: string;
  readonly tooMany: string;
  readonly unavailable: string;
  readonly failed: string;
  readonly translator: string;
  readonly apiReference: string;
  readonly request: string;
}

export const ENGLISH: ErrorTexts = {
  signIn: 'Please sign in.',
  refused: 'You may not open this page.',
  notFound: 'There is no page at this address.',
  tooMany: 'Too many requests. Please wait a moment.',
  unavailable: 'The server is busy or starting. Please try again in a moment.',
  failed: 'This did not work.',
  translator: 'Translator',
  apiReference: 'API reference',
  request: 'Request',
};

/** By the languages that the translator page is written in. */
export const ERROR_TEXTS: Readonly<Record<string, ErrorTexts>> = {
  en: ENGLISH,
  de: {
    signIn: 'Bitte melden Sie sich an.',
    refused: 'Sie dürfen diese Seite nicht öffnen.',
    notFound: 'Unter dieser Adresse gibt es keine Seite.',
    tooMany: 'Zu viele Anfragen. Bitte warten Sie einen Moment.',
    unavailable:
      'Der Server ist beschäftigt oder startet gerade. Bitte versuchen Sie es gleich noch einmal.',
    failed: 'Das hat nicht geklappt.',
    translator: 'Übersetzer',
    apiReference: 'API-Referenz',
    request: 'Anfrage',
  },
  fr: {
    signIn: 'Veuillez vous connecter.',
    refused: "Vous n'avez pas accès à cette page.",
    notFound: "Il n'y a pas de page à cette adresse.",
    tooMany: 'Trop de requêtes. Veuillez patienter un instant.',
    unavailable: 'Le serveur est occupé ou démarre. Veuillez réessayer dans un instant.',
    failed: "Cela n'a pas fonctionné.",
    translator: 'Traducteur',
    apiReference: "Référence de l'API",
    request: 'Requête',
  },
  es: {
    signIn: 'Inicie sesión.',
    refused: 'No puede abrir esta página.',
    notFound: 'No hay ninguna página en esta dirección.',
    tooMany: 'Demasiadas solicitudes. Espere un momento.',
    unavailable: 'El servidor está ocupado o iniciándose. Inténtelo de nuevo en un momento.',
    failed: 'No ha funcionado.',
    translator: 'Traductor',
    apiReference: 'Referencia de la API',
    request: 'Solicitud',
  },
  it: {
    signIn: "Esegui l'accesso.",
    refused: 'Non puoi aprire questa pagina.',
    notFound: 'A questo indirizzo non ci sono pagine.',
    tooMany: 'Troppe richieste. Attendi un momento.',
    unavailable: 'Il server è occupato o si sta avviando. Riprova tra un momento.',
    failed: 'Non ha funzionato.',
    translator: 'Traduttore',
    apiReference: "Guida di riferimento dell'API",
    request: 'Richiesta',
  },
  pt: {
    signIn: 'Inicie sessão.',
    refused: 'Você não pode abrir esta página.',
    notFound: 'Não há nenhuma página neste endereço.',
    tooMany: 'Pedidos demais. Aguarde um momento.',
    unavailable: 'O servidor está ocupado ou iniciando. Tente novamente em um momento.',
    failed: 'Não funcionou.',
    translator: 'Tradutor',
    apiReference: 'Referência da API',
    request: 'Pedido',
  },
  nl: {
    signIn: 'Meld u aan.',
    refused: 'U mag deze pagina niet openen.',
    notFound: 'Op dit adres staat geen pagina.',
    tooMany: 'Te veel verzoeken. Wacht even.',
    unavailable: 'De server is bezet of start op. Probeer het zo nog eens.',
    failed: 'Dat is niet gelukt.',
    translator: 'Vertaler',
    apiReference: 'API-referentie',
    request: 'Verzoek',
  },
  pl: {
    signIn: 'Zaloguj się.',
    refused: 'Nie możesz otworzyć tej strony.',
    notFound: 'Pod tym adresem nie ma żadnej strony.',
    tooMany: 'Zbyt wiele żądań. Poczekaj chwilę.',
    unavailable: 'Serwer jest zajęty lub się uruchamia. Spróbuj ponownie za chwilę.',
    failed: 'Nie udało się.',
    translator: 'Tłumacz',
    apiReference: 'Dokumentacja API',
    request: 'Żądanie',
  },
  ru: {
    signIn: 'Войдите, пожалуйста.',
    refused: 'Вам нельзя открыть эту страницу.',
    notFound: 'По этому адресу страницы нет.',
    tooMany: 'Слишком много запросов. Подождите немного.',
    unavailable: 'Сервер занят или запускается. Повторите попытку через некоторое время.',
    failed: 'Не получилось.',
    translator: 'Переводчик',
    apiReference: 'Справочник API',
    request: 'Запрос',
  },
  uk: {
    signIn: 'Увійдіть, будь ласка.',
    refused: 'Вам не можна відкрити цю сторінку.',
    notFound: 'За цією адресою сторінки немає.',
    tooMany: 'Забагато запитів. Зачекайте трохи.',
    unavailable: 'Сервер зайнятий або запускається. Спробуйте ще раз за мить.',
    failed: 'Не вийшло.',
    translator: 'Перекладач',
    apiReference: 'Довідник API',
    request: 'Запит',
  },
  ja: {
    signIn: 'ログインしてください。',
    refused: 'このページを開く権限がありません。',
    notFound: 'このアドレスにページはありません。',
    tooMany: 'リクエストが多すぎます。しばらくお待ちください。',
    unavailable: 'サーバーが混み合っているか、起動中です。しばらくしてからもう一度お試しください。',
    failed: 'うまくいきませんでした。',
    translator: '翻訳',
    apiReference: 'API リファレンス',
    request: 'リクエスト',
  },
  zh: {
    signIn: '请登录。',
    refused: '您无权打开此页面。',
    notFound: '此地址没有页面。',
    tooMany: '请求过多。请稍候。',
    unavailable: '服务器正忙或正在启动。请稍后再试。',
    failed: '操作未成功。',
    translator: '翻译',
    apiReference: 'API 参考',
    request: '请求',
  },
  ar: {
    signIn: 'يرجى تسجيل الدخول.',
    refused: 'لا يُسمح لك بفتح هذه الصفحة.',
    notFound: 'لا توجد صفحة في هذا العنوان.',
    tooMany: 'طلبات كثيرة جدًا. يرجى الانتظار لحظة.',
    unavailable: 'الخادم مشغول أو قيد التشغيل. يرجى المحاولة مرة أخرى بعد قليل.',
    failed: 'لم ينجح ذلك.',
    translator: 'المترجم',
    apiReference: 'مرجع واجهة البرمجة',
    request: 'الطلب',
  },
  he: {
    signIn: 'נא להתחבר.',
    refused: 'אין לך הרשאה לפתוח את הדף הזה.',
    notFound: 'אין דף בכתובת הזאת.',
    tooMany: 'יותר מדי בקשות. נא להמתין רגע.',
    unavailable: 'השרת עסוק או בתהליך הפעלה. נא לנסות שוב בעוד רגע.',
    failed: 'זה לא הצליח.',
    translator: 'תרגום',
    apiReference: 'תיעוד ה-API',
    request: 'בקשה',
  },
};
