import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { evenings, PASSWORD, type Person, uploaded } from './builders.ts';
import { expectError } from './declared.ts';
import { mutants } from './mutants.ts';
import { makeScene, type Scene, samples } from './scene.ts';
import { type Sending, send } from './send.ts';
import { useTestApp } from './test-app.ts';

const api = useTestApp();
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(api);
});

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];

const callerOf = (name: EndpointName): Person =>
  endpoints[name].module === 'affiliates'
    ? scene.partner
    : endpoints[name].auth === 'owner'
      ? scene.owner
      : scene.client;

const fieldsOf = (schema: unknown) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

describe('what the schema refuses, in path, query and body', () => {
  test.each(all.filter(([, { params, query, body }]) => params || query || body))('%s', async (name) => {
    const { params, query, body }: Endpoint = endpoints[name];
    const caller = callerOf(name);
    const good = await samples[name](scene, caller);
    /** The first way to spoil each field, all of them together. */
    const spoilt = (schema: Endpoint['body'], value: unknown, asText = false) =>
      schema &&
      Object.fromEntries(
        mutants(schema, value, asText)
          .toReversed()
          .map((mutant) => [mutant.field, (mutant.value as Record<string, unknown>)[mutant.field]]),
      );
    const bad: Sending = {
      params: Object.fromEntries(fieldsOf(params).map((field) => [field, '-'])),
      query: spoilt(query, good.query, true) ?? {},
      ...(body && { body: spoilt(body, good.body) }),
      token: caller.token,
    };
    const answer = await send(api, name, bad);
    expectError(answer, ['validation'], 'en');
    const fields = [
      ...fieldsOf(params),
      ...Object.keys(bad.query ?? {}),
      ...Object.keys((bad.body as object) ?? {}),
    ];
    const refused = Object.keys(answer.body.errors ?? {}).map((path) => path.split('.')[0]);
    expect(refused).toEqual(expect.arrayContaining(fields));
  });
});

type Case = [
  name: EndpointName,
  change: Pick<Sending, 'params' | 'query'> & { body?: object },
  fields: string[],
];

const at = (time_start: string, time_end: string) => ({ time_start, time_end });

describe('what only the server’s rules refuse, and the schema with them', () => {
  test.each<Case>([
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
      { body: { quantity: 9, schedule: { mon: at('17:30', '17:30'), tue: at('25:00', '26:00') } } },
      ['quantity', 'schedule.mon', 'schedule.tue.time_end', 'schedule.tue.time_start'],
    ],
    ['updateSchedule', { body: { quantity: 9, schedule: {} } }, ['quantity', 'schedule']],
    [
      'updateDateOverride',
      { params: { date: '2020-01-01' }, body: { plan: 'hours', ...at('10:00', '10:00') } },
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
    const caller = callerOf(name);
    const good = await samples[name](scene, caller);
    const answer = await send(api, name, {
      params: { ...good.params, ...params },
      query: { ...good.query, ...query },
      ...(good.body !== undefined && { body: { ...(good.body as object), ...body } }),
      token: caller.token,
    });
    expectError(answer, ['validation'], 'en');
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual(fields);
  });

  test('an address that is taken, and what else is wrong', async () => {
    const { body } = await samples.register(scene, null);
    const bad = { ...(body as object), email: scene.client.email.toUpperCase(), password: 'x', name: 7 };
    const answer = await send(api, 'register', { body: bad });
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual(['email', 'name', 'password']);
  });

  test('every weekday that is in the way of the hours of a date', async () => {
    const { owner, spareId } = scene;
    for (const date of ['2026-11-24', '2026-11-26']) {
      const body = { plan: 'hours' as const, ...at('23:00', '02:00') };
      await owner.call('updateDateOverride', { params: { id: spareId, date }, body });
    }
    const schedule = { ...evenings, wed: at('01:00', '03:00'), fri: at('01:30', '03:00') };
    const body = { product_id: spareId, quantity: 9, schedule };
    const answer = await send(api, 'updateSchedule', { token: owner.token, body });
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual([
      'quantity',
      'schedule.fri',
      'schedule.wed',
    ]);
  });

  test('hours that run into those of the next date, on a date that is far away', async () => {
    const { owner, spareId } = scene;
    const params = { id: spareId, date: '2028-11-24' };
    const body = { plan: 'hours', ...at('23:00', '18:00') };
    const answer = await send(api, 'updateDateOverride', { token: owner.token, params, body });
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual(['date', 'time_end']);
  });

  test('nothing is used up by a call that is refused', async () => {
    const { owner } = scene;
    const photo = await uploaded(api, owner);
    const { body } = await samples.saveProduct(scene, owner);
    const bad = { ...(body as object), id: 0, photo: [photo], name: ' ' };
    expect((await send(api, 'saveProduct', { token: owner.token, body: bad })).status).toBe(422);
    const good = { ...(body as object), id: 0, photo: [photo] };
    expect((await send(api, 'saveProduct', { token: owner.token, body: good })).status).toBe(200);
  });

  test('a password is not guessed more often because something else is wrong with the call', async () => {
    const { client } = scene;
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      const response = await api.app.inject({
        ...{ method: 'POST', url: '/api/v1/user/password', remoteAddress: '203.0.113.7' },
        headers: { authorization: `Bearer ${client.token}` },
        payload: { current_password: i === 6 ? PASSWORD : `wrong-${i}`, password: 7 },
      });
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });
});
