import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as sendHttp } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  BUSINESS_BODY,
  createLoginCode,
  createProductOnSale,
  createProofCode,
  createTestUser,
  expectApiError,
  getOrCreateStatement,
  LOGIN_CODE,
  signInAgain,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator, getTokenId, grantOperatorRole } from '../../../../test/support/operators.ts';
import { createGreyPng } from '../../../../test/support/pictures.ts';
import { FRIDAY_NOON, useTestApp, waitUntilBlocked } from '../../../../test/support/test-app.ts';
import { openStockStream } from '../../../../test/support/test-request.ts';
import { buildApp } from '../../../app.ts';
import { createLiveEvents, type LiveEvents } from '../../../platform/live-events.ts';

const api = useTestApp();
/** Another process, which has the streams; calls go to `api`. They share only the database. */
let streamServer: { app: FastifyInstance; liveEvents: LiveEvents; url: string };
let productId: number;

async function startServer(prepare: (app: FastifyInstance) => void = () => {}) {
  const name = new URL(api.databaseUrl).pathname;
  const liveEvents = createLiveEvents(Object.assign(new URL(inject('serverUrl')), { pathname: name }).href);
  const appOptions = { provider: api.provider, paintDemo: null, webDir: null };
  const app = await buildApp({ ...api.context, liveEvents }, appOptions);
  prepare(app);
  return { app, liveEvents, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

beforeAll(async () => {
  streamServer = await startServer();
});
afterAll(async () => {
  await streamServer.app.close();
  await streamServer.liveEvents.stop();
});
beforeEach(async () => {
  api.clock.set(FRIDAY_NOON);
  productId = (await createProductOnSale(api)).productId;
});

const NEW_PASSWORD = 'croissant7';
const REASON = 'As agreed.';
const newPasswords = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };

interface Sessions {
  /** The session that the event comes from, if it comes from the user. */
  current: TestUser;
  other: TestUser;
}

interface SessionEvent {
  name: string;
  run: (sessions: Sessions) => Promise<unknown>;
  /** Ordinary sessions that stay, with their streams. */
  keeps: (keyof Sessions)[];
  /** Console sessions that stay, by the session they were entered with. None are opened when it is undefined. */
  keepsConsole?: (keyof Sessions)[];
  isEmailVerified?: boolean;
}

const EVENTS: SessionEvent[] = [
  {
    name: 'a changed password',
    run: ({ current }) =>
      current.call('updatePassword', { body: { current_password: TEST_PASSWORD, ...newPasswords } }),
    keeps: ['current'],
    keepsConsole: [],
  },
  {
    name: 'a forgotten password, replaced by a code',
    run: async ({ current }) => {
      await createProofCode(api, current, 'password');
      await current.call('updatePassword', { body: { code: LOGIN_CODE, ...newPasswords } });
    },
    keeps: ['current'],
    keepsConsole: [],
  },
  {
    name: 'another address',
    run: async ({ current }) => {
      const email = `new-${current.email}`;
      await createProofCode(api, current, 'verify_email', email);
      await current.call('updateEmail', { body: { email, email_code: LOGIN_CODE, password: TEST_PASSWORD } });
    },
    keeps: ['current'],
    keepsConsole: [],
  },
  {
    name: 'an unlinked account of social sign-in',
    run: async ({ current }) => {
      const linked = { provider: 'google', subject: current.email, user_id: current.id };
      await api.db
        .insertInto('social_identities')
        .values({ ...linked, created_at: api.clock.now() })
        .execute();
      await current.call('unlinkAccount', { params: { way: 'google' } });
    },
    keeps: ['current'],
    keepsConsole: [],
  },
  {
    name: "'end all others'",
    run: ({ current }) => current.call('endOtherDevices'),
    keeps: ['current'],
    keepsConsole: [],
  },
  {
    name: 'the end of one device',
    run: async ({ current, other }) =>
      current.call('endDevice', { params: { id: await getTokenId(api, other) } }),
    keeps: ['current'],
    keepsConsole: ['current'],
  },
  {
    name: 'signing out',
    run: ({ other }) => other.call('logout'),
    keeps: ['current'],
    keepsConsole: ['current'],
  },
  {
    name: 'the first proof of the address while signed in',
    run: async ({ current }) => {
      await createProofCode(api, current, 'verify_email');
      await current.call('verifyEmail', { body: { code: LOGIN_CODE } });
    },
    keeps: ['current'],
    isEmailVerified: false,
  },
  {
    name: 'the first proof of the address by signing in',
    run: async ({ current: { email } }) => {
      await createLoginCode(api, email);
      await api.client()('login', { body: { email, code: LOGIN_CODE, device_name: 'telephone' } });
    },
    keeps: [],
    isEmailVerified: false,
  },
  {
    name: 'a deleted account',
    run: ({ current }) => current.call('deleteAccount', { body: { password: TEST_PASSWORD } }),
    keeps: [],
    keepsConsole: [],
  },
  {
    name: 'a block',
    run: async ({ current: { id } }) =>
      (await createTestOperator(api, 'owner')).call('blockUser', {
        params: { id },
        body: { reason: REASON },
      }),
    keeps: [],
  },
  {
    name: 'an operator who ends the sessions of a user',
    run: async ({ current: { id } }) =>
      (await createTestOperator(api, 'owner')).call('endUserSessions', {
        params: { id },
        body: { reason: REASON },
      }),
    keeps: [],
    keepsConsole: [],
  },
  {
    name: 'an invitation to the console',
    run: async ({ current: { email } }) =>
      (await createTestOperator(api, 'owner')).call('inviteOperator', {
        body: { email, role: 'finance', reason: REASON },
      }),
    keeps: [],
  },
  {
    name: 'another role in the console',
    run: async ({ current: { id } }) =>
      (await createTestOperator(api, 'owner')).call('updateOperatorRole', {
        params: { id },
        body: { role: 'finance', reason: REASON },
      }),
    keeps: [],
    keepsConsole: [],
  },
  {
    name: 'a reset of the second factor',
    run: async ({ current: { id } }) =>
      (await createTestOperator(api, 'owner')).call('resetOperatorTotp', {
        params: { id },
        body: { reason: REASON },
      }),
    keeps: [],
    keepsConsole: [],
  },
  {
    name: 'the end of the role in the console',
    run: async ({ current: { id } }) =>
      (await createTestOperator(api, 'owner')).call('removeOperator', {
        params: { id },
        body: { reason: REASON },
      }),
    keeps: [],
    keepsConsole: [],
  },
  {
    name: 'an owner who ends the console sessions',
    run: async ({ current: { id } }) =>
      (await createTestOperator(api, 'owner')).call('endOperatorSessions', {
        params: { id },
        body: { reason: REASON },
      }),
    keeps: ['current', 'other'],
    keepsConsole: [],
  },
];

describe('what ends a session ends everything that was opened with it, on every process', () => {
  test.each(EVENTS)('$name', async ({ run, keeps, keepsConsole, isEmailVerified = true }) => {
    const current = await createTestUser(api, { isEmailVerified });
    const sessions = { current, other: await signInAgain(api, current) };
    const names = ['current', 'other'] as const;
    const streams = {
      current: await openStockStream(streamServer.url, sessions.current, [productId]),
      other: await openStockStream(streamServer.url, sessions.other, [productId]),
    };
    const consoles = keepsConsole && {
      current: await createTestOperator(api, 'support', { user: sessions.current }),
      other: await createTestOperator(api, 'support', { user: sessions.other }),
    };
    await run(sessions);
    for (const name of names) {
      const { token } = sessions[name];
      const isKept = keeps.includes(name);
      expect((await api.client(token)('checkAuth')).success, name).toBe(isKept);
      if (isKept) expect(await isStillOpen(streams[name])).toBe(true);
      else expect(await streams[name].closed).toBe('ended');
      if (!consoles) continue;
      if (keepsConsole!.includes(name)) await consoles[name].call('getOperator');
      else await expectApiError(consoles[name].call('getOperator'), 2);
    }
    for (const name of keeps) streams[name].close();
  });
});

/** Whether the stream still sends a change, which comes after everything that was sent before. */
async function isStillOpen(stream: Awaited<ReturnType<typeof openStockStream>>): Promise<boolean> {
  const slots = await api.db
    .updateTable('pickup_slots')
    .set((slot) => ({ units_left: slot('units_left', '-', 1), quantity: slot('quantity', '-', 1) }))
    .where('product_id', '=', productId)
    .returning('units_left')
    .execute();
  await expect.poll(() => stream.quantity(productId)).toBe(slots[0]!.units_left);
  return (await Promise.race([stream.closed, Promise.resolve('open')])) === 'open';
}

test('a stream does not open with a token that ends at this moment', async () => {
  const user = await createTestUser(api);
  const server = await startServer((app) =>
    app.addHook('preHandler', async () => {
      await user.call('logout');
    }),
  );
  const stream = await openStockStream(server.url, user, [productId]);
  expect(await stream.closed).toBe('ended');
  await server.app.close();
  await server.liveEvents.stop();
});

test('a file that was made meanwhile is not sent', async () => {
  const seller = await createTestUser(api, { isSeller: true });
  const id = await getOrCreateStatement(api, seller);
  const server = await startServer((app) =>
    app.addHook('preHandler', async () => {
      await seller.call('logout');
    }),
  );
  const response = await fetch(`${server.url}/api/v1/statements/${id}/pdf`, {
    headers: { authorization: `Bearer ${seller.token}` },
  });
  expect(response.status).toBe(401);
  await server.app.close();
  await server.liveEvents.stop();
});

describe('the streams of a seller end with the role, on every process', () => {
  const ends: [name: string, end: (seller: TestUser) => Promise<unknown>][] = [
    ['by the seller', ({ call }) => call('updateSellerRole', { body: { is_owner: false } })],
    [
      'by an operator',
      async ({ id }) =>
        (await createTestOperator(api, 'owner')).call('updateUserRoles', {
          params: { id },
          body: { is_seller: false, is_partner: false, reason: REASON },
        }),
    ],
  ];
  test.each(ends)('%s', async (_, end) => {
    const seller = await createTestUser(api, { isSeller: true });
    const colleague = await createTestUser(api, { isSeller: true });
    const stream = await openStockStream(streamServer.url, seller, [productId]);
    const stays = await openStockStream(streamServer.url, colleague, [productId]);
    await end(seller);
    expect(await stream.closed).toBe('ended');
    expect(await isStillOpen(stays)).toBe(true);
    stays.close();
  });
});

test('ends that were missed while the connection was lost are seen after it', async () => {
  const user = await createTestUser(api);
  const seller = await createTestUser(api, { isSeller: true });
  const gone = Promise.withResolvers<(payload: number[] | 'gap') => void>();
  const liveEvents: LiveEvents = {
    subscribe: (channel, listener) => {
      if (channel === 'tokens') gone.resolve(listener as never);
      return () => {};
    },
    stop: async () => {},
  };
  const appOptions = { provider: api.provider, paintDemo: null, webDir: null };
  const app = await buildApp({ ...api.context, liveEvents }, appOptions);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const other = await createTestUser(api);
  const stream = await openStockStream(url, user, [productId]);
  const stays = await openStockStream(url, other, [productId]);
  const ofSeller = await openStockStream(url, seller, [productId]);
  const notify = await gone.promise;
  await user.call('logout');
  await seller.call('updateSellerRole', { body: { is_owner: false } });
  notify('gap');
  expect(await stream.closed).toBe('ended');
  expect(await ofSeller.closed).toBe('ended');
  expect(await Promise.race([stays.closed, Promise.resolve('open')])).toBe('open');
  stays.close();
  await app.close();
});

describe('what a session began to send before its end is not acted on after it', () => {
  const boundary = 'boundary';
  const avatar = [
    `--${boundary}\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n`,
    `\r\n--${boundary}--\r\n`,
  ];
  let server: Awaited<ReturnType<typeof startServer>>;
  let hasBegun: PromiseWithResolvers<void>;
  beforeAll(async () => {
    // Whoever calls has been authenticated then.
    server = await startServer((app) =>
      app.addHook('preParsing', async () => {
        hasBegun.resolve();
      }),
    );
  });
  afterAll(async () => {
    await server.app.close();
    await server.liveEvents.stop();
  });

  /** Sends the head of a call and the beginning of its body. */
  async function begin(token: string, path: string, start: string, contentType = 'application/json') {
    hasBegun = Promise.withResolvers();
    const headers = { authorization: `Bearer ${token}`, 'content-type': contentType };
    const call = sendHttp(`${server.url}/api/v1/${path}`, { method: 'POST', headers });
    call.write(start);
    await hasBegun.promise;
    return call;
  }

  async function finish(call: ClientRequest, rest: string | Buffer): Promise<number> {
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    call.end(rest);
    const [response] = await answered;
    response.resume();
    return response.statusCode!;
  }

  test('a call of a user', async () => {
    const user = await createTestUser(api, { name: 'Ana' });
    const call = await begin(user.token, 'user/profile', '{');
    await user.call('logout');
    expect(await finish(call, '"name":"Somebody","sname":"Else","phone":""}')).toBe(401);
    const { data } = await (await signInAgain(api, user)).call('getMe');
    expect(data.name).toBe('Ana');
  });

  test('a call of a seller whose role ends', async () => {
    const seller = await createTestUser(api, { isSeller: true });
    const call = await begin(seller.token, 'seller/sale_places/1/pause', '{');
    await seller.call('updateSellerRole', { body: { is_owner: false } });
    expect(await finish(call, '"paused":true}')).toBe(403);
  });

  test('a call of the console', async () => {
    const operator = await createTestOperator(api, 'owner');
    const other = await createTestUser(api);
    const call = await begin(operator.token, `admin/users/${other.id}/block`, '{');
    await operator.call('endOperatorSession');
    expect(await finish(call, `"reason":"${REASON}"}`)).toBe(401);
    expect((await other.call('checkAuth')).success).toBe(true);
  });

  test('a picture', async () => {
    const user = await createTestUser(api);
    const type = `multipart/form-data; boundary=${boundary}`;
    const call = await begin(user.token, 'user/avatar', avatar[0]!, type);
    await user.call('deleteAccount', { body: { password: TEST_PASSWORD } });
    const picture = createGreyPng(300, 300);
    expect(await finish(call, Buffer.concat([picture, Buffer.from(avatar[1]!)]))).toBe(401);
    const { avatar_path } = await api.db
      .selectFrom('users')
      .select('avatar_path')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(avatar_path).toBeNull();
  });
});

describe('a call of a session that ends while it is answered', () => {
  const calls: [name: string, call: (user: TestUser) => Promise<unknown>][] = [
    [
      'another password',
      ({ call }) => call('updatePassword', { body: { current_password: TEST_PASSWORD, ...newPasswords } }),
    ],
    [
      'another address',
      async (user) => {
        const other = `other-${user.email}`;
        await createProofCode(api, user, 'verify_email', other);
        return user.call('updateEmail', {
          body: { email: other, email_code: LOGIN_CODE, password: TEST_PASSWORD },
        });
      },
    ],
    [
      'another payout account',
      ({ call }) =>
        call('updatePayoutDetails', {
          body: { iban: 'PT50000201231234567890154', holder: 'A', password: TEST_PASSWORD },
        }),
    ],
    ['other business data', ({ call }) => call('updateBusiness', { body: BUSINESS_BODY })],
    [
      'another name',
      ({ call }) => call('updateProfile', { body: { name: 'Somebody', sname: 'Else', phone: '' } }),
    ],
    [
      'another city',
      ({ call }) => call('updateCity', { body: { city: 'Porto', latitude: 41.1, longitude: -8.6 } }),
    ],
    ['another language', ({ call }) => call('updateLanguage', { body: { language: 'ru' } })],
    ['the end of the seller role', ({ call }) => call('updateSellerRole', { body: { is_owner: false } })],
    ['the partner role', ({ call }) => call('updatePartnerRole', { body: { is_partner: true } })],
    ['the end of all others', ({ call }) => call('endOtherDevices')],
    ['an unlinked account', ({ call }) => call('unlinkAccount', { params: { way: 'google' } })],
    [
      'the deletion of the account',
      ({ call }) => call('deleteAccount', { body: { password: TEST_PASSWORD } }),
    ],
  ];
  test.each(calls)('%s changes nothing', async (_, run) => {
    const user = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    const stays = await signInAgain(api, user);
    const tokenId = await getTokenId(api, user);
    const readAccount = () =>
      api.db
        .selectFrom('users')
        .select(['email', 'password_hash', 'deleted_at', 'credentials_version'])
        .select(['name', 'city', 'language', 'is_seller', 'is_partner'])
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
    const before = await readAccount();
    const calling = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
      await trx.deleteFrom('tokens').where('id', '=', tokenId).execute();
      const call = run(user);
      await waitUntilBlocked(api, 1, call);
      return { call };
    });
    await expectApiError(calling.call, 2);
    expect(await readAccount()).toEqual(before);
    expect((await stays.call('checkAuth')).success).toBe(true);
  });
});

test('the console is not entered with a session that ends at this moment', async () => {
  const user = await createTestUser(api);
  const { code } = await grantOperatorRole(api, user, 'support');
  const tokenId = await getTokenId(api, user);
  const body = { code: await code() };
  const entering = await api.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('tokens').where('id', '=', tokenId).execute();
    const call = user.call('startOperatorSession', { body });
    await waitUntilBlocked(api, 1, call);
    return { call };
  });
  await expectApiError(entering.call, 2);
});
