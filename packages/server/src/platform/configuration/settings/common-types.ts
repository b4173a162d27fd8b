import { type SettingType, text, wholeNumber } from './value-types.js';

export const milliseconds = (minimum: number, maximum: number): SettingType<number> =>
  wholeNumber('ms', { minimum, maximum });

export const count = (minimum: number, maximum: number): SettingType<number> =>
  wholeNumber('count', { minimum, maximum });

export const webAddress = (): SettingType<string> =>
  text(
    'url',
    /^https?:\/\/[A-Za-z0-9[\].:-]{1,260}(\/[A-Za-z0-9._~/-]{0,1000})?$/,
    'an address that begins with http:// or https://, without a key or a query',
  );

export const baseAddress = (): SettingType<string> =>
  text(
    'address',
    /^(:?\d{1,5}|(https?:\/\/)?([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?(\/[A-Za-z0-9._~/-]{0,1000})?)$/,
    'an address such as https://api.example.com, a host name or a port',
  );
