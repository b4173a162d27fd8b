export { createGermanNouns } from './german-nouns.js';
