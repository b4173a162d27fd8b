import { connect } from 'node:net';

const TIMEOUT_MS = 30_000;
const HEAD_END = '\r\n\r\n';

/**
 * Sends requests to a server on this machine over persistent connections, one request at a
 * time on each. Written on bare sockets since the load generator shares the processor with the
 * servers it measures: this takes about half of what `node:http` does.
 *
 * @param {number} port
 * @param {{ timeoutMs?: number }} [options] how long an answer may take
 */
export const createHttpClient = (port, { timeoutMs = TIMEOUT_MS } = {}) => {
  const idle = [];
  const open = new Set();

  /**
   * @param {{ method: string, path: string, headers?: Record<string, string>, body?: string }}
   *   options
   * @returns {Promise<string>} the body of an answer with status 200; rejects with any other
   */
  const send = async ({ method, path, headers = {}, body = '' }) => {
    let connection = idle.pop();
    // The server closes those that nobody uses.
    while (connection?.isUsable() === false) connection = idle.pop();
    connection ??= createConnection(port, open, timeoutMs);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = Buffer.byteLength(body);
    const answer = await connection.exchange(
      `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}${
        length > 0 ? `content-length: ${length}\r\n` : ''
      }\r\n${body}`,
    );
    if (connection.isUsable()) idle.push(connection);
    if (answer.status !== 200) {
      throw new Error(`status ${answer.status}: ${answer.body.slice(0, 200)}`);
    }
    return answer.body;
  };

  const close = () => {
    for (const socket of open) socket.destroy();
  };
  return { send, close };
};

const createConnection = (port, open, timeoutMs) => {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  open.add(socket);
  let waiting;
  let received = Buffer.alloc(0);
  const settle = (method, value) => {
    const { [method]: settleNow } = waiting ?? {};
    waiting = undefined;
    settleNow?.(value);
  };
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`silent for ${timeoutMs} ms`)));
  socket.on('error', (error) => settle('reject', error));
  socket.on('close', () => {
    open.delete(socket);
    settle('reject', new Error('the server closed the connection'));
  });
  socket.on('data', (chunk) => {
    received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk;
    try {
      const answer = parseAnswer(received);
      if (!answer) return;
      received = Buffer.alloc(0);
      settle('resolve', answer);
    } catch (error) {
      socket.destroy(error);
    }
  });
  return {
    exchange: (text) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(text);
      }),
    isUsable: () => !socket.destroyed,
  };
};

/** The response once it is complete. Both servers send a Content-Length. */
const parseAnswer = (received) => {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('an answer without Content-Length');
  const bodyStart = headEnd + HEAD_END.length;
  const bodyEnd = bodyStart + Number(length);
  if (received.length < bodyEnd) return undefined;
  return { status: Number(head.slice(9, 12)), body: received.toString('utf8', bodyStart, bodyEnd) };
};
