import { StoreUnavailable } from '../../accounts/records/account-store.js';

type Methods = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** A store of which all methods report whatever the database reports as `StoreUnavailable`. */
export const asUnavailable = <Store extends { readonly [Name in keyof Store]: Methods[string] }>(
  store: Store,
): Store => {
  const methods = Object.entries<Methods[string]>(store).map(([name, method]) => [
    name,
    (...args: never[]) =>
      method(...args).catch((error) => {
        throw new StoreUnavailable('The database cannot be reached.', { cause: error });
      }),
  ]);
  return Object.fromEntries(methods);
};
