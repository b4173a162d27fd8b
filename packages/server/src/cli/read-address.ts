/** The address of a server without slashes at its end; undefined if it is invalid. */
export const readAddress = (text: string): string | undefined => {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = address?.protocol === 'http:' || address?.protocol === 'https:';
  return isWeb ? text.replace(/\/+$/, '') : undefined;
};
