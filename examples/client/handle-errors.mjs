// Which errors can occur, and how to distinguish them. The library has already retried temporary
// failures: 429, 5xx and broken connections.
import {
  ArgumentError,
  AuthorizationError,
  BadRequestError,
  DragomanError,
  Translator,
} from '@dragoman/client';

const attempt = async (work) => {
  try {
    const { text } = await work();
    return text;
  } catch (error) {
    if (error instanceof ArgumentError) return `Not sent: ${error.message}`;
    if (error instanceof AuthorizationError) return `Wrong key (${error.status})`;
    if (error instanceof BadRequestError) return `Refused: ${error.message}`;
    if (error instanceof DragomanError)
      return `${error.name} ${error.code}, request ${error.requestId}`;
    if (error.name === 'AbortError') return 'Cancelled';
    throw error;
  }
};

const translator = Translator.fromEnvironment();
const serverUrl = process.env.DRAGOMAN_SERVER_URL;
const stranger = new Translator('not-a-key', { serverUrl });

console.log(await attempt(() => translator.translateText('Hello', null, 'pt')));
console.log(await attempt(() => translator.translateText('Hello', null, 'xx')));
console.log(await attempt(() => stranger.translateText('Hello', null, 'es')));

const user = new AbortController();
const cancelled = attempt(() =>
  translator.translateText('Hello', null, 'es', { signal: user.signal }),
);
user.abort();
console.log(await cancelled);
