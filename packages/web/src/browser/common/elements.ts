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
