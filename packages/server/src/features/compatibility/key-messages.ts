/** Messages about the API key; some APIs replace them with their own wording. */
export const KEY_MESSAGES = {
  missing:
    "Authorization failed: no API key. Set it as key or token in your program, or add '?token=<API key>' to the address.",
  wrong: 'Authorization failed: wrong API key.',
  late: "Authorization failed: no API key was sent before the file. Send 'api_key' before a large file, or the key in the Authorization header.",
} as const;
