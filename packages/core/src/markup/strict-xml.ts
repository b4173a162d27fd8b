import { AppError } from '@dragoman/contract';
import { SaxesParser } from 'saxes';

/**
 * Checks that a text is well-formed XML: a whole document if it begins like one, else content as
 * it may stand inside an element. References to entities that a document type may declare pass.
 *
 * @param name what the text is called in the message, such as `Text 2`
 * @throws AppError `invalid_parameter` for `text`, with the line, the reason and the element
 */
export const requireWellFormedXml = (text: string, name?: string): void => {
  const isDocument = /^\ufeff?\s*<(?:\?xml[\s?]|!DOCTYPE\s)/.test(text);
  const parser = new SaxesParser({ fragment: !isDocument, position: true });
  const open: string[] = [];
  parser.on('opentagstart', (tag) => open.push(tag.name));
  let closed: string | undefined;
  parser.on('closetag', () => {
    closed = open.pop();
  });
  parser.on('error', (error) => {
    if (error.message.endsWith('undefined entity.')) return;
    // The parser has already closed the element without an end tag.
    const isOpen = !error.message.endsWith('unexpected close tag.');
    const place = name === undefined ? `Line ${parser.line}` : `${name}, line ${parser.line}`;
    throw new AppError('invalid_parameter', {
      parameter: 'text',
      message: `Tag handling parsing failed, please check input. ${place}: ${describe(error, isOpen ? open.at(-1) : closed)}.`,
      cause: error,
    });
  });
  parser.write(text).close();
};

/** Longer names of elements are cut. */
const MAX_NAME_CHARACTERS = 40;

const describe = (error: Error, element: string | undefined): string => {
  const reason = error.message.replace(/^[\d:]*: /, '').replace(/\.$/, '');
  const isNamed = element === undefined || reason.endsWith(`: ${element}`);
  const place = isNamed ? '' : ` in <${element.slice(0, MAX_NAME_CHARACTERS)}>`;
  return `${reason.slice(0, 2 * MAX_NAME_CHARACTERS)}${place}`;
};
