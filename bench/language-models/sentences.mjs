let lastNumber = 1000;

/** A sentence that nobody asked for yet. */
export const nextSentence = () => `The house with the number ${++lastNumber} is very big.`;

/** What the model makes of it. */
export const inSpanish = (text) =>
  text
    .replace('The house with the number', 'La casa con el número')
    .replace('is very big', 'es muy grande');
