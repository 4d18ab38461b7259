import { expect, test } from 'vitest';
import { createDraftProduct, createProductOnSale } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sendRequest } from '../../../test/support/test-request.ts';
import { buildFieldErrors, isDatabaseUnavailable } from './error-handler.ts';

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

const api = useTestApp();

const inherited = ['toString', 'constructor', 'hasOwnProperty', 'valueOf', '__proto__'];

test.each(inherited)('a field called %s is a field like any other', (name) => {
  const format = { keyword: 'format', instancePath: `/${name}`, params: {} };
  expect([...buildFieldErrors([format, format])]).toEqual([[name, { key: 'field.format', values: {} }]]);
});

// Others are refused before anything is checked: they would change what objects inherit.
test.each(inherited.filter((name) => name !== '__proto__'))(
  'hours of a day called %s are refused as those of any day that there is not',
  async (day) => {
    const { seller, salePlaceId } = await createProductOnSale(api);
    const id = await createDraftProduct(api, seller, salePlaceId);
    const schedule = { [day]: '\u0000' };
    const body = { product_id: id, quantity: 3, schedule };
    const answer = await sendRequest(api, 'updateSchedule', { token: seller.token, body });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.errors).toEqual({ [`schedule.${day}`]: [expect.any(String)] });
  },
);
