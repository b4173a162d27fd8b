/** What each letter does together with Alt and Shift. */
type Shortcuts = Readonly<Record<string, () => void>>;

/** Ctrl or ⌘ with Enter translates now; Alt and Shift with a letter does what the table says. */
export const listenForShortcuts = (translateNow: () => void, byLetter: Shortcuts): void => {
  document.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const isNow = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    const action = isNow ? translateNow : byLetter[letterOf(event)];
    if (!action) return;
    event.preventDefault();
    action();
  });
};

/** On a Mac, Alt changes the character of a key, so the physical key determines the letter. */
const letterOf = (event: KeyboardEvent): string => {
  if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return '';
  const typed = event.key.toLowerCase();
  return /^[a-z]$/.test(typed) ? typed : event.code.replace(/^Key/, '').toLowerCase();
};
