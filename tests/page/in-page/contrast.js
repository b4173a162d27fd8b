// Runs in the page: measures the contrast between each text and its background.
// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio

const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

/** The visible colour of these layers, lowest first. */
const seenColour = (colours) => {
  pixel.clearRect(0, 0, 1, 1);
  for (const colour of colours) {
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
  }
  return [...pixel.getImageData(0, 0, 1, 1).data.slice(0, 3)];
};

const luminance = (rgb) => {
  const [red, green, blue] = rgb
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const ratio = (one, other) => {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

const ancestors = (element) =>
  element ? [...ancestors(element.parentElement), element] : ['white'];

const contrastOf = (element, colour) => {
  const behind = ancestors(element).map((one) =>
    one === 'white' ? one : getComputedStyle(one).backgroundColor,
  );
  return ratio(seenColour(behind), seenColour([...behind, colour]));
};

const hasOwnText = (element) =>
  [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');

/** Texts, filled fields and placeholders with less than 4.5 to 1; disabled controls are exempt. */
window.faintTexts = () =>
  [...document.body.querySelectorAll('*')]
    .filter(
      (element) =>
        element.checkVisibility() && !element.closest(':disabled, svg, .unseen, .mirror'),
    )
    .flatMap((element) => {
      const texts = [];
      if (hasOwnText(element) || element.value) texts.push(getComputedStyle(element).color);
      if (element.placeholder) texts.push(getComputedStyle(element, '::placeholder').color);
      return texts.map((colour) => ({
        text: (element.textContent.trim() || element.placeholder || element.value).slice(0, 40),
        contrast: contrastOf(element, colour),
      }));
    })
    .filter(({ contrast }) => contrast < 4.5);
