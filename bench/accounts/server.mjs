// A server with the fake engine, once with accounts and once without the checks.
import { silentLogger } from '@dragoman/core';
import { createFakeEngine } from '@dragoman/engines/fake';
import { createAccountServices } from '../../packages/server/dist/features/keys-and-usage/account-services.js';
import { openStores } from '../../packages/server/dist/open-stores.js';
import { createTestApp } from '../../packages/server/dist/testing/test-app.js';

const [dataDirectory, databaseUrl] = process.argv.slice(2);

const accounts = await openStores({ dataDirectory, databaseUrl });
const startServices = (accountCharactersPerMonth) => {
  const started = createAccountServices(
    accounts,
    {
      authKey: undefined,
      baseUrl: undefined,
      freeBaseUrl: undefined,
      accountCharactersPerMonth,
    },
    { log: silentLogger },
  );
  started.ledger.start(500);
  return started;
};
const services = startServices(undefined);

const plain = await accounts.keyManager.create('bench', { name: 'plain' });
const limited = await accounts.keyManager.create('bench', {
  name: 'limited',
  limits: {
    charactersPerMonth: 10 ** 12,
    requestsPerMinute: 10 ** 9,
    charactersPerMinute: 10 ** 12,
  },
});

const noCharge = { settle() {}, cancel() {} };
const withoutAccounts = {
  ...services,
  keys: { find: async () => plain.record },
  rateLimits: { take: async () => {} },
  ledger: { ...services.ledger, reserve: async () => noCharge },
};

const listen = async (parts) => {
  const app = await createTestApp({
    accounts,
    engine: createFakeEngine(),
    settings: { maxConcurrentRequests: 1000, maxQueuedCharacters: 10 ** 8 },
    parts,
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
};

process.send({
  without: { url: await listen(withoutAccounts), key: plain.secret },
  plain: { url: await listen(services), key: plain.secret },
  limited: { url: await listen(startServices(10 ** 14)), key: limited.secret },
});
process.on('disconnect', () => process.exit());
