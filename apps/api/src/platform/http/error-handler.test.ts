import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './error-handler.ts';

test.each([
  ['refused', { code: 'ECONNREFUSED', message: 'connect' }, true],
  ['starting up', { code: '57P03', message: 'the database system is starting up' }, true],
  ['no connection free', { code: '53300', message: 'sorry, too many clients already' }, true],
  ['lost', { message: 'Connection terminated unexpectedly' }, true],
  ['a duplicate', { code: '23505', message: 'duplicate key value' }, false],
  ['our own mistake', { code: '42P01', message: 'relation does not exist' }, false],
])('%s', (_name, error, expected) => {
  expect(isDatabaseUnavailable(error)).toBe(expected);
});
