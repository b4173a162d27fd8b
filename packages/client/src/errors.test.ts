import { ERRORS } from '@dragoman/contract';
import { expect, it } from 'vitest';
import { DragomanError, errorClassOf, ServiceError } from './errors.js';

/** A client that closed its connection gets no response. */
const answers = Object.entries(ERRORS).filter(([code]) => code !== 'client_closed');

it.each(answers)('%s has its own error class', (code, { status }) => {
  const ErrorClass = errorClassOf(status);
  expect(ErrorClass).not.toBe(ServiceError);
  const error = new ErrorClass('Told so.', { code, status });
  expect(error).toBeInstanceOf(DragomanError);
  expect(error).toMatchObject({ name: ErrorClass.name, code, status, message: 'Told so.' });
});

it('takes an unusual status for an error all the same', () => {
  expect(errorClassOf(418)).toBe(ServiceError);
});
