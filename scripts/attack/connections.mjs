import { connect } from 'node:net';

const CONNECTIONS = 3000;
const HEAD = [
  'POST /v2/translate HTTP/1.1',
  'Host: localhost',
  'Authorization: Service-Auth-Key wrong',
  'Content-Type: application/json',
  'Content-Length: 100000',
  '',
  '',
].join('\r\n');

/** Many connections without a key, with bodies that never end, from another address. */
export const attackConnections = async ({ server, post }) => {
  const closes = [];
  let closed = 0;
  for (let count = 0; count < CONNECTIONS; count++) {
    const socket = connect({ host: '127.0.0.1', port: server.port, localAddress: '127.0.0.2' });
    socket.on('error', () => {}).on('data', () => {});
    socket.write(HEAD);
    // An error before it is the server's right.
    closes.push(new Promise((resolve) => socket.once('close', resolve)).then(() => closed++));
  }
  const body = { text: ['The house'], source_lang: 'EN', target_lang: 'ES' };
  const { status } = await post(body);
  // All of them are closed by the server, most at once and the others after the 403.
  await Promise.all(closes);
  return { connections: CONNECTIONS, closed, failures: status === 200 ? 0 : 1 };
};
