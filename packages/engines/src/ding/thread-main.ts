import { parentPort, workerData } from 'node:worker_threads';
import { readNouns } from './read-nouns.js';

// The thread that reads the dictionary: it takes a second, and most of what is read is not kept.
parentPort?.postMessage(readNouns(workerData));
