/** What callers are told of their key; some APIs have words of their own for it. */
export const KEY_MESSAGES = {
  missing:
    "Authorization failed: no API key. Send it as the program's own key or token setting does, or add '?token=<API key>' to the address.",
  wrong: 'Authorization failed: wrong API key.',
} as const;
