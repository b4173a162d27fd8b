import { parentPort, workerData } from 'node:worker_threads';
import { readGenders } from './read-genders.js';

// The thread that reads the dictionary: it takes a second, and most of what is read is not kept.
parentPort?.postMessage(readGenders(workerData));
