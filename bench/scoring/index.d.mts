export * from '../../packages/server/dist/evaluation/scoring/index.js';
