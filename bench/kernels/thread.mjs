// A worker thread with one engine and one model; answers every job with the translations.
import { parentPort, workerData } from 'node:worker_threads';
import { loadModel, startEngine, translate } from './raw-engine.mjs';

const { engineModule, choice, files, options } = workerData;
const { glue } = await startEngine(engineModule, choice);
const service = new glue.BlockingService({ cacheSize: 0 });
const model = loadModel(glue, files, options);

parentPort.on('message', ({ texts, textsPerCall, alignment }) => {
  const translations = [];
  for (let from = 0; from < texts.length; from += textsPerCall) {
    const call = texts.slice(from, from + textsPerCall);
    translations.push(...translate(glue, service, model, call, { alignment }));
  }
  parentPort.postMessage(translations);
});
parentPort.postMessage('ready');
