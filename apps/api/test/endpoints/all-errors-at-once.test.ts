import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createUpload, EVENING_SCHEDULE, TEST_PASSWORD, type TestUser } from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import { expectDeclaredError, sendRequest, type TestRequest } from '../support/test-request.ts';
import { listInvalidValues } from './arbitraries.ts';

const api = useTestApp();
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(api);
});

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];

const getCaller = async (name: EndpointName): Promise<TestUser> => {
  const { auth, module } = endpoints[name];
  if (auth === 'operator') return createTestOperator(api, 'owner');
  if (auth === 'device') return fixtures.counter;
  if (module === 'affiliates') return fixtures.partner;
  return auth === 'member' ? fixtures.seller : fixtures.buyer;
};

const listFields = (schema: unknown) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

describe('errors of the schema in path, query and body', () => {
  // A key of a calendar file has no form: one that is not ours is not there.
  const hasSchema = ([name, { params, query, body }]: [EndpointName, Endpoint]) =>
    name !== 'getCalendarFile' && (params || query || body);
  test.each(allEndpoints.filter(hasSchema))('%s', async (name) => {
    const { params, query, body }: Endpoint = endpoints[name];
    const caller = await getCaller(name);
    const validRequest = await sampleRequests[name](fixtures, caller);
    /** An object in which every field has its first invalid value. */
    const buildInvalid = (schema: Endpoint['body'], value: unknown, isText = false) =>
      schema &&
      Object.fromEntries(
        listInvalidValues(schema, value, isText)
          .toReversed()
          .map((invalid) => [invalid.field, (invalid.value as Record<string, unknown>)[invalid.field]]),
      );
    const invalidRequest: TestRequest = {
      params: Object.fromEntries(listFields(params).map((field) => [field, '-'])),
      query: buildInvalid(query, validRequest.query, true) ?? {},
      ...(body && { body: buildInvalid(body, validRequest.body) }),
      token: caller.token,
    };
    const response = await sendRequest(api, name, invalidRequest);
    expectDeclaredError(response, ['validation'], 'en');
    const fields = [
      ...listFields(params),
      ...Object.keys(invalidRequest.query ?? {}),
      ...Object.keys((invalidRequest.body as object) ?? {}),
    ];
    const refusedFields = Object.keys(response.body.errors ?? {}).map((path) => path.split('.')[0]);
    expect(refusedFields).toEqual(expect.arrayContaining(fields));
  });
});

type TestCase = [
  name: EndpointName,
  change: Pick<TestRequest, 'params' | 'query'> & { body?: object },
  fields: string[],
];

const hours = (time_start: string, time_end: string) => ({ time_start, time_end });

describe('errors of the validate function together with those of the schema', () => {
  test.each<TestCase>([
    [
      'register',
      { body: { name: '', email: 'bad', password: 'x', check_terms: false } },
      ['check_terms', 'email', 'name', 'password'],
    ],
    [
      'register',
      { body: { name: ' ', password: 'abcdef', device_name: 7 } },
      ['device_name', 'name', 'password'],
    ],
    ['login', { body: { email: 'bad', password: undefined } }, ['code', 'email', 'password']],
    ['login', { body: { email: 'bad', password: 'x'.repeat(201) } }, ['email', 'password']],
    [
      'updatePassword',
      { body: { current_password: 'wrong-1', password: 'x', password_confirmation: 7 } },
      ['current_password', 'password', 'password_confirmation'],
    ],
    ['updateProfile', { body: { name: ' ', sname: 7, phone: 'abc' } }, ['name', 'phone', 'sname']],
    ['updateCity', { body: { city: ' ', latitude: 100 } }, ['city', 'latitude']],
    [
      'updateBusiness',
      { body: { legal_name: ' ', address: '', vat_number: '123' } },
      ['address', 'legal_name', 'vat_number'],
    ],
    [
      'updateBusiness',
      { body: { legal_name: ' ', address: ' ', country: 'XX' } },
      ['address', 'country', 'legal_name'],
    ],
    [
      'saveSalePlace',
      { body: { name: ' ', phone: 'x', address: ' ', categories: '[9999]', latitude: 100 } },
      ['address', 'categories', 'latitude', 'name', 'phone'],
    ],
    ['saveSalePlace', { body: { name: '', categories: 'none' } }, ['categories', 'name']],
    [
      'saveProduct',
      { body: { name: ' ', description: '', categories: [9999], photo: ['/media/none.webp'], price: 1.11 } },
      ['categories', 'description', 'name', 'photo', 'price'],
    ],
    [
      'saveProduct',
      { body: { name: 7, description: ' ', old_price: 100, allergens: ['x'] } },
      ['allergens.0', 'description', 'name', 'old_price'],
    ],
    [
      'updateSchedule',
      { body: { quantity: 100, schedule: { mon: hours('17:30', '17:30'), tue: hours('25:00', '26:00') } } },
      ['quantity', 'schedule.mon', 'schedule.tue.time_end', 'schedule.tue.time_start'],
    ],
    ['updateSchedule', { body: { quantity: 100, schedule: {} } }, ['quantity', 'schedule']],
    [
      'updateDateOverride',
      { params: { date: '2020-01-01' }, body: { plan: 'hours', ...hours('10:00', '10:00') } },
      ['date', 'time_end'],
    ],
    [
      'updateDateOverride',
      { params: { date: '2020-01-01' }, body: { plan: 'hours', time_start: '9', time_end: undefined } },
      ['date', 'time_end', 'time_start'],
    ],
    [
      'saveHoliday',
      { body: { name: 'x'.repeat(81), date_from: '2020-01-02', date_to: '2020-01-01' } },
      ['date_from', 'date_to', 'name'],
    ],
    ['cancelSellerOrder', { params: { id: 'none' }, body: { reason: ' ' } }, ['id', 'reason']],
    ['refundSellerOrder', { params: { id: 'none' }, body: { reason: ' ' } }, ['id', 'reason']],
    ['cancelSlot', { params: { id: 'none' }, body: { reason: ' ' } }, ['id', 'reason']],
    ['answerReport', { body: { answer: ' ', refunded_cents: 300 } }, ['answer', 'refunded_cents']],
    ['answerReport', { body: { answer: ' ', refunded_cents: -1 } }, ['answer', 'refunded_cents']],
    ['reportOrder', { body: { text: ' ', photo: '/media/none.webp' } }, ['photo', 'text']],
    [
      'getSalesStatistics',
      { query: { from: '2026-11-20', to: '2026-11-01', product_id: 'x' } },
      ['from', 'product_id'],
    ],
    [
      'exportSalesStatistics',
      { query: { from: '2020-01-01', to: '2026-11-01', product_id: 'x' } },
      ['product_id', 'to'],
    ],
    ['compareSalePlaces', { query: { from: '2026-11-20', to: '2026-11-01' } }, ['from']],
    [
      'exportVatSales',
      { query: { from: '2020-01-01', to: '2026-11-01', product_id: 'x' } },
      ['product_id', 'to'],
    ],
    ['exportSalePlaces', { query: { from: '2020-01-01', to: '2026-11-01' } }, ['to']],
    ['listTransactions', { query: { from: '2026-11-20', to: '2026-11-01', limit: 0 } }, ['from', 'limit']],
    ['exportTransactions', { query: { from: '2026-11-20', to: '2026-11-01', role: 'x' } }, ['from', 'role']],
    ['listOffers', { query: { cursor: 'none', bbox: '1', limit: 0 } }, ['bbox', 'cursor', 'limit']],
    ['listMapOffers', { query: { bbox: '1', zoom: 99 } }, ['bbox', 'zoom']],
    [
      'savePushSubscription',
      { body: { endpoint: 'https://example.com', keys: { p256dh: 'x', auth: 'x' } } },
      ['endpoint', 'keys.auth', 'keys.p256dh'],
    ],
    [
      'savePushSubscription',
      { body: { endpoint: 7, keys: { p256dh: 'x', auth: 7 } } },
      ['endpoint', 'keys.auth', 'keys.p256dh'],
    ],
    ['updatePayoutDetails', { body: { iban: 'PT50', holder: ' ' } }, ['holder', 'iban']],
    ['updatePayoutDetails', { body: { iban: '', holder: ' ' } }, ['holder', 'iban']],
    ['initiatePayment', { body: { amount: 1, currency: 'USD' } }, ['amount', 'currency']],
  ])('%s with %j: %j', async (name, { params, query, body }, fields) => {
    const caller = await getCaller(name);
    const validRequest = await sampleRequests[name](fixtures, caller);
    const response = await sendRequest(api, name, {
      params: { ...validRequest.params, ...params },
      query: { ...validRequest.query, ...query },
      ...(validRequest.body !== undefined && { body: { ...(validRequest.body as object), ...body } }),
      token: caller.token,
    });
    expectDeclaredError(response, ['validation'], 'en');
    expect(Object.keys(response.body.errors ?? {}).sort()).toEqual(fields);
  });

  test('a registered e-mail address is not told beside other errors', async () => {
    const { body } = await sampleRequests.register(fixtures, null);
    const invalidRequest = {
      ...(body as object),
      email: fixtures.buyer.email.toUpperCase(),
      password: 'x',
      name: 7,
    };
    const response = await sendRequest(api, 'register', { body: invalidRequest });
    expect(Object.keys(response.body.errors ?? {}).sort()).toEqual(['name', 'password']);
  });

  test('every weekday that overlaps a date override', async () => {
    const { seller, spareProductId } = fixtures;
    for (const date of ['2026-11-24', '2026-11-26']) {
      const body = { plan: 'hours' as const, ...hours('23:00', '02:00') };
      await seller.call('updateDateOverride', { params: { id: spareProductId, date }, body });
    }
    const schedule = { ...EVENING_SCHEDULE, wed: hours('01:00', '03:00'), fri: hours('01:30', '03:00') };
    const body = { product_id: spareProductId, quantity: 100, schedule };
    const response = await sendRequest(api, 'updateSchedule', { token: seller.token, body });
    expect(Object.keys(response.body.errors ?? {}).sort()).toEqual([
      'quantity',
      'schedule.fri',
      'schedule.wed',
    ]);
  });

  test('a date out of range whose hours overlap the next date', async () => {
    const { seller, spareProductId } = fixtures;
    const params = { id: spareProductId, date: '2028-11-24' };
    const body = { plan: 'hours', ...hours('23:00', '18:00') };
    const response = await sendRequest(api, 'updateDateOverride', { token: seller.token, params, body });
    expect(Object.keys(response.body.errors ?? {}).sort()).toEqual(['date', 'time_end']);
  });

  test('a refused call consumes no upload', async () => {
    const { seller } = fixtures;
    const photo = await createUpload(api, seller);
    const { body } = await sampleRequests.saveProduct(fixtures, seller);
    const invalidRequest = { ...(body as object), id: 0, photo: [photo], name: ' ' };
    expect(
      (await sendRequest(api, 'saveProduct', { token: seller.token, body: invalidRequest })).status,
    ).toBe(422);
    const validRequest = { ...(body as object), id: 0, photo: [photo] };
    expect((await sendRequest(api, 'saveProduct', { token: seller.token, body: validRequest })).status).toBe(
      200,
    );
  });

  test('password attempts with other errors count toward the rate limit', async () => {
    const { buyer } = fixtures;
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      const response = await api.app.inject({
        method: 'POST',
        url: '/api/v1/user/password',
        remoteAddress: '203.0.113.7',
        headers: { authorization: `Bearer ${buyer.token}` },
        payload: { current_password: i === 6 ? TEST_PASSWORD : `wrong-${i}`, password: 7 },
      });
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });
});
