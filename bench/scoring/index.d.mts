export * from '../../packages/server/dist/evaluation/scores.js';
