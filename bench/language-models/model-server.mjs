// A scripted model server that answers late, in a process of its own. Sends its address to its parent.
import { setTimeout as delay } from 'node:timers/promises';
import { startScriptedServer } from '../../packages/engines/dist/llm/testing/scripted-server.js';
import { inSpanish } from './sentences.mjs';

const [leastMs, mostMs] = process.argv.slice(2).map(Number);

const model = await startScriptedServer(async ({ question }) => {
  await delay(leastMs + Math.random() * (mostMs - leastMs));
  return { translations: question.texts.map(({ text }) => inSpanish(text)) };
});
process.on('disconnect', () => model.stop());
process.send(model.address);
