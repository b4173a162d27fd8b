// An OpenAI-compatible server for one model, with llama.cpp. Sends its address to its parent.
// Arguments: the module of node-llama-cpp, the model, and whether JSON schemas are enforced.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const [library, modelPath, enforcesSchemas] = process.argv.slice(2);
const { getLlama, LlamaCompletion } = await import(pathToFileURL(library).href);

const llama = await getLlama({
  gpu: false,
  build: 'never',
  progressLogs: false,
  logLevel: 'error',
});
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ contextSize: 16_384, threads: 1 });
const completion = new LlamaCompletion({ contextSequence: context.getSequence() });

let lastWork = Promise.resolve();
/** The model does one thing after the other. */
const inTurn = (work) => {
  const result = lastWork.then(work);
  lastWork = result.catch(() => {});
  return result;
};

const readBody = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

const answer = async (body, { onText, signal }) => {
  const schema = body.response_format?.json_schema?.schema;
  const grammar =
    schema && enforcesSchemas === 'yes'
      ? await llama.createGrammarForJsonSchema(schema)
      : undefined;
  const prompt = body.messages.map(({ content }) => content).join('\n');
  const { response, metadata } = await completion.generateCompletionWithMeta(prompt, {
    maxTokens: body.max_tokens,
    temperature: body.temperature,
    seed: body.seed,
    ...(grammar && { grammar }),
    onTextChunk: onText,
    signal,
    stopOnAbortSignal: true,
  });
  const tokens = [prompt, response].map((text) => model.tokenize(text).length);
  return {
    finish: metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
    totalTokens: tokens[0] + tokens[1],
  };
};

const server = createServer(async (request, response) => {
  const left = new AbortController();
  response.on('close', () => left.abort());
  const send = (event) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  const body = await readBody(request);
  await inTurn(async () => {
    if (left.signal.aborted) return;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const { finish, totalTokens } = await answer(body, {
      onText: (content) => send({ choices: [{ index: 0, delta: { content } }] }),
      signal: left.signal,
    });
    send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
    send({ choices: [], usage: { total_tokens: totalTokens } });
    response.end('data: [DONE]\n\n');
  }).catch((error) => response.destroy(error));
});
server.listen(0, '127.0.0.1', () => {
  process.send(`http://127.0.0.1:${server.address().port}/v1`);
});
process.on('disconnect', () => process.exit(0));
