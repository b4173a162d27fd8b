/**
 * What language models put around a translation, in the languages they do so most often. Each row is
 * one kind of addition; where the source has the same kind, it belongs to the translation.
 */
const ADDITIONS: readonly RegExp[] = [
  // "Here is the translation:", "Translation:"
  /^\W*(?:sure|certainly|of course|okay|ok|natürlich|gerne?|claro|por supuesto|bien sûr|certo|конечно|当然|もちろん)?\W{0,3}(?:here(?:['’]s| is| are)|hier (?:ist|sind|folgt)|aquí (?:está|tienes?)|aqui está|voici|ecco|вот|以下是|这是|以下は|こちらが)[^\n]{0,60}(?:translat|übersetz|traduc|tradu[zç]|traduzione|перевод|翻译|翻訳|译文)/iu,
  /^\W*(?:the )?(?:(?:[\p{L}]+ )?translation|übersetzung|traducción|traduction|tradução|traduzione|vertaling|tłumaczenie|перевод|译文|翻译|翻訳|訳)(?: (?:is|ist|es|est|è|é))?\s*[:：]/iu,
  // "Here is the corrected text:", "Improved version:"
  /^\W*(?:[\p{L} ,]{1,20}[!,.:，：]\s*)?(?:here(?:['’]s| is| are)|hier (?:ist|sind|folgt)|aquí (?:está|tienes?)|aqui está|voici|ecco|以下是|这是|以下は|こちらが|다음은)[^\n]{0,40}(?:rephras|rewr|reword|correct|improv|revis|polish|umformul|korrig|korrekt|verbesser|überarbeit|reformul|reescri|correg|corrig|mejor|melhor|amélior|réécri|riscritt|riformul|migliorat|改写|改進|改进|修改|更正|修正|書き直|言い換え|改善|수정|교정|개선)/iu,
  /^\W*(?:the )?(?:(?:rephrased|rewritten|corrected|improved|revised|polished) ?(?:text|version|sentence)?|(?:korrigierte|verbesserte|überarbeitete|umformulierte)[rs]? ?(?:text|version|fassung|satz)?|(?:texto|versión|versão|frase|oración) (?:corregid|mejorad|reescrit|corrigid|melhorad|reformulad)[oa]|(?:texte|version|phrase) (?:corrigée?|améliorée?|reformulée?|réécrite?)|(?:testo|versione|frase) (?:corrett|migliorat|riscritt|riformulat)[oa]|改写后?|修改后?|更正后?|修正後|修正版|書き直し|수정된 문장|교정)\s*[:：]/iu,
  // "I'm sorry, but I cannot help with that.", "As an AI language model"
  /(?:\bas an? (?:ai|artificial intelligence|large language model|language model|assistant)\b|\bals (?:ki|künstliche intelligenz|sprachmodell)\b|\bcomo (?:una? )?(?:ia|inteligencia artificial|inteligência artificial|modelo de (?:lenguaje|linguagem))\b|\ben tant qu['’](?:ia|intelligence artificielle|assistant)|\ben tant que modèle\b|\bcome (?:ia|intelligenza artificiale|modello linguistico)\b|как (?:ии|искусственный интеллект|языковая модель)|作为(?:一个)?(?:人工智能|ai|语言模型)|(?:ai|人工知能|言語モデル)(?:として|なので))/iu,
  /(?:\bi(?:['’]m| am) sorry\W|\bi apologi[sz]e|\bi (?:can(?:no|['’])t|am (?:not able|unable) to) (?:help|assist|comply|translate|provide|fulfil)|\bes tut mir leid\W|\bich kann (?:dir|ihnen|das|diese[rsn]?|dabei) [^\n]{0,40}nicht\b|\blo siento\W|\bno puedo (?:ayudar|traducir|cumplir)|\bje suis désolée?\W|\bje ne peux pas (?:vous|t['’]|traduire|aider)|\bmi dispiace\W|\bdesculpe\W|\bsinto muito\W|извините\W|к сожалению, я не могу|对不起|抱歉|申し訳(?:ありません|ございません))/iu,
  // "(Note: ...)", "Explanation:"
  /(?:^|[\n(（[.!?。]\s*|\s)(?:translator['’]s )?(?:note|explanation|anmerkung(?: des übersetzers)?|hinweis|erklärung|erläuterung|nota(?: del traductor)?|explicación|remarque|explication|note du traducteur|spiegazione|explicação|примечание|пояснение|注(?:意|释)?|说明|解释|備考|説明)\s*[:：]/iu,
  // "Certainly! ..."
  /^\W*(?:sure|certainly|of course|absolutely|great question|natürlich|gerne|por supuesto|claro que sí|bien sûr|avec plaisir|certamente|com certeza|конечно|当然可以|もちろんです)\s*[!,.:！，。：、]/iu,
];

/** Markdown and thoughts that the source does not have. */
const DECORATIONS: readonly RegExp[] = [
  /```/u,
  /<\/?think(?:ing)?>/iu,
  /\*\*[^*]+\*\*/u,
  /^#{1,6} /mu,
];

const LINE_BREAK = /[\n\r\u2028\u2029]/u;

/** Whether an answer says more than a translation of its source does: an introduction, an apology, a note. */
export const hasAddedText = (source: string, answer: string): boolean =>
  (LINE_BREAK.test(answer) && !LINE_BREAK.test(source)) ||
  DECORATIONS.some((pattern) => pattern.test(answer) && !pattern.test(source)) ||
  ADDITIONS.some((pattern) => pattern.test(answer) && !pattern.test(source));
