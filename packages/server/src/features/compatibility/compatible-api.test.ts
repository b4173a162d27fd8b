import { describe, expect, it } from 'vitest';
import { COMPATIBILITY_APIS } from '../../platform/configuration/service-settings.js';
import { offeredApis } from './compatible-api.js';

const apis = (host: string, compatibility?: Parameters<typeof offeredApis>[0]['compatibility']) => [
  ...offeredApis({ host, compatibility }),
];

describe('offeredApis', () => {
  it.each(['127.0.0.1', '::1', 'localhost'])('offers all on %s', (host) => {
    expect(apis(host)).toEqual([...COMPATIBILITY_APIS]);
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'translate.example.com'])('offers none on %s', (host) => {
    expect(apis(host)).toEqual([]);
  });

  it('offers what is configured wherever the server listens', () => {
    expect(apis('0.0.0.0', ['libretranslate'])).toEqual(['libretranslate']);
    expect(apis('127.0.0.1', ['kiss', 'imme'])).toEqual(['kiss', 'imme']);
    expect(apis('127.0.0.1', ['none'])).toEqual([]);
  });
});
