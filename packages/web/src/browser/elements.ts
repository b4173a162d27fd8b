/** The element of the page with this id, of the expected class. */
export const element = <Class extends Element>(id: string, kind: new () => Class): Class => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page lacks #${id}`);
  return found;
};

/** The radio buttons of one name. */
export const radios = (name: string): readonly HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`),
];

/** Checks the radio button with this value, if there is one. */
export const checkRadio = (name: string, value: string): void => {
  for (const radio of radios(name)) radio.checked = radio.value === value;
};

/** A new element with these properties and children. */
export const build = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const SVG = 'http://www.w3.org/2000/svg';

/** One of the page's icons, which says nothing to screen readers. */
export const icon = (name: string): SVGSVGElement => {
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#icon-${name}`);
  const picture = document.createElementNS(SVG, 'svg');
  picture.ariaHidden = 'true';
  picture.append(use);
  return picture;
};

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
