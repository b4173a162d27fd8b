import { AppError } from '@dragoman/contract';
import { SaxesParser } from 'saxes';

/**
 * Checks that a text is well-formed XML: a whole document if it begins like one, else content as
 * it may stand inside an element. References to entities that a document type may declare pass.
 *
 * @throws AppError `invalid_parameter` for `text`
 */
export const requireWellFormedXml = (text: string): void => {
  const isDocument = /^\ufeff?\s*<(?:\?xml[\s?]|!DOCTYPE\s)/.test(text);
  const parser = new SaxesParser({ fragment: !isDocument });
  parser.on('error', (error) => {
    if (error.message.endsWith('undefined entity.')) return;
    throw new AppError('invalid_parameter', {
      parameter: 'text',
      message: 'Tag handling parsing failed, please check input.',
      cause: error,
    });
  });
  parser.write(text).close();
};
