import { StoreUnavailable } from '../../features/keys-and-usage/account-store.js';

type Methods = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** Errors that JavaScript throws where a program is wrong; no database reports one. */
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError];

/** What a database reports, as `StoreUnavailable`; a mistake in the program stays what it is. */
export const toUnavailable = (error: unknown): unknown =>
  MISTAKES.some((mistake) => error instanceof mistake)
    ? error
    : new StoreUnavailable('The database cannot be reached.', { cause: error });

/** A store of which all methods report whatever the database reports as `StoreUnavailable`. */
export const asUnavailable = <Store extends { readonly [Name in keyof Store]: Methods[string] }>(
  store: Store,
): Store => {
  const methods = Object.entries<Methods[string]>(store).map(([name, method]) => [
    name,
    (...args: never[]) =>
      method(...args).catch((error) => {
        throw toUnavailable(error);
      }),
  ]);
  return Object.fromEntries(methods);
};
