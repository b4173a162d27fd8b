/** Copies the text that a field shows. @returns whether it worked */
export const copyText = async (text: string, field: HTMLTextAreaElement): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers do not offer the clipboard API without TLS; the old method still works.
    const focused = document.activeElement;
    field.select();
    const isCopied = document.execCommand('copy');
    field.setSelectionRange(0, 0);
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
};
