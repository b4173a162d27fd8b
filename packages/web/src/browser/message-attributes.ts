/**
 * The attributes of elements that are messages, by the name under which an element names the message:
 * `data-label` has the one for `aria-label`. That of the element's text is in `data-message`.
 */
export const MESSAGE_ATTRIBUTES = {
  label: 'aria-label',
  hint: 'title',
  placeholder: 'placeholder',
} as const;
