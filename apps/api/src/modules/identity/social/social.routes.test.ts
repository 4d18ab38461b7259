import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestUser, TEST_PASSWORD } from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { buildApp } from '../../../app.ts';
import { parseConfig } from '../../../config/config.ts';

/** Stub of Facebook: the code 'marta' stands for the user Marta. */
const facebookServer = createServer((request, response) => {
  let form = '';
  request.on('data', (part) => {
    form += part;
  });
  request.on('end', () => {
    const { pathname } = new URL(request.url!, 'http://here');
    const code = new URLSearchParams(form).get('code');
    const userName = /^Bearer of-(.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const reply = pathname.endsWith('/access_token')
      ? { access_token: `of-${code}`, token_type: 'bearer', expires_in: 60 }
      : {
          id: `fb-${userName}`,
          name: 'Marta',
          ...(userName !== 'nameless' && { email: `${userName}@example.com` }),
        };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
});

const api = useTestApp({
  env: async () => {
    await new Promise<void>((done) => facebookServer.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(facebookServer.address() as AddressInfo).port}`;
    return {
      FACEBOOK_CLIENT_ID: 'f',
      FACEBOOK_CLIENT_SECRET: 's',
      FACEBOOK_DIALOG_URL: `${url}/dialog`,
      FACEBOOK_GRAPH_URL: url,
    };
  },
});
let serverUrl = '';
beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  serverUrl = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  api.context.config.publicUrl = serverUrl;
});
afterAll(() => void facebookServer.close());

/** A browser with cookies that follows redirects step by step. */
class Browser {
  private readonly cookies = new Map<string, string>();

  async navigate(url: string, form?: Record<string, string>): Promise<{ url: URL; html: string }> {
    let next = new URL(url, serverUrl);
    let body = form && new URLSearchParams(form);
    for (;;) {
      const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, {
        method: body ? 'POST' : 'GET',
        body,
        redirect: 'manual',
        headers: { cookie },
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value) this.cookies.set(name!, value);
        else this.cookies.delete(name!);
      }
      const location = response.headers.get('location');
      if (!location) return { url: next, html: await response.text() };
      next = new URL(location, next);
      body = undefined;
      // Stops where the web app takes over, or at another site.
      if (/^\/auth(\/token)?$/.test(next.pathname) || next.origin !== serverUrl)
        return { url: next, html: '' };
    }
  }

  /** Signs in by the local provider with this name. */
  async signIn(login: string, providerName = 'google', query = ''): Promise<URL> {
    const { html } = await this.navigate(`/${providerName}/redirect?${query}`);
    const action = /action="([^"]+)"/.exec(html)![1]!;
    return (await this.navigate(action, { prompt: 'login', login, password: 'x' })).url;
  }
}

const getMe = async (url: URL) => (await api.client(url.searchParams.get('token'))('getMe')).data;
const readError = (url: URL) => [url.pathname, url.searchParams.get('problem')];

test('configured providers are listed, and the local one replaces them only where it is enabled', async () => {
  expect((await api.client()('listAuthProviders')).data.sort()).toEqual(['apple', 'facebook', 'google']);
  expect(parseConfig({ NODE_ENV: 'production' }).social).toEqual({
    google: null,
    apple: null,
    facebook: null,
    localProviderEnabled: false,
  });
  expect(parseConfig({ NODE_ENV: 'production', ENABLE_LOCAL_SIGN_IN: '1' }).social.localProviderEnabled).toBe(
    true,
  );
});

test.each([
  ['https://wopack.test', '__Host-wopack_sign_in', true],
  ['http://wopack.test', 'wopack_sign_in', false],
])('every cookie at %s is of this host alone', async (publicUrl, name, isSecure) => {
  const context = { ...api.context, config: { ...api.context.config, publicUrl } };
  const app = await buildApp(context, { provider: api.provider, paintDemo: null, webDir: null });
  const { cookies } = await app.inject({ url: '/facebook/redirect' });
  expect(cookies.map((cookie) => cookie.name)).toEqual([name]);
  const [cookie] = cookies;
  expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' });
  expect([cookie?.domain, Boolean(cookie?.secure)]).toEqual([undefined, isSecure]);
  // Deleting it needs the same attributes, or browsers refuse that too.
  const callback = await app.inject({ url: '/facebook/callback', cookies: { [name]: cookie!.value } });
  expect(callback.cookies).toEqual([
    expect.objectContaining({ name, value: '', path: '/', expires: new Date(0) }),
  ]);
  expect(Boolean(callback.cookies[0]!.secure)).toBe(isSecure);
  await app.close();
});

test('an unknown address creates an account, is signed in to it the next time, and returns to `next`', async () => {
  const partner = await createTestUser(api, { isPartner: true });
  const { referral_code } = await api.db
    .selectFrom('users')
    .select('referral_code')
    .where('id', '=', partner.id)
    .executeTakeFirstOrThrow();
  const landingUrl = await new Browser().signIn(
    'ines',
    'google',
    `next=%2Foffers%2F7&language=ru&ref_link=${referral_code}`,
  );
  expect([landingUrl.origin, landingUrl.pathname, landingUrl.searchParams.get('next')]).toEqual([
    serverUrl,
    '/auth/token',
    '/offers/7',
  ]);
  const { id, email, name } = await getMe(landingUrl);
  expect([email, name]).toEqual(['ines@example.com', 'ines']);
  const user = await api.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(user).toMatchObject({
    referred_by: partner.id,
    language: 'ru',
    email_verified_at: expect.any(Date),
  });
  expect((await getMe(await new Browser().signIn('ines'))).id).toBe(id);
  // The same address by another provider is the same user: both vouch for it.
  expect((await getMe(await new Browser().signIn('ines', 'apple'))).id).toBe(id);
});

test('an unverified account loses the access that was set up before', async () => {
  const squatter = await createTestUser(api);
  const url = await new Browser().signIn(squatter.email);
  expect((await getMe(url)).id).toBe(squatter.id);
  await expect(squatter.call('getMe')).rejects.toMatchObject({ code: 2 });
  const body = { email: squatter.email, password: TEST_PASSWORD, device_name: 'test' };
  await expect(api.client()('login', { body })).rejects.toMatchObject({ code: 1 });
});

test('accounts linked to an unverified address no longer sign in after the reset', async () => {
  const byFacebook = async (code: string) => {
    const browser = new Browser();
    const dialog = (await browser.navigate('/facebook/redirect')).url;
    return (
      await browser.navigate(`/facebook/callback?code=${code}&state=${dialog.searchParams.get('state')}`)
    ).url;
  };
  // Facebook vouches for no address: an attacker creates an account there with the address of another user.
  const squatter = await getMe(await byFacebook('paula'));
  const landingUrl = await new Browser().signIn('paula');
  expect((await getMe(landingUrl)).id).toBe(squatter.id);
  expect(landingUrl.searchParams.get('access_reset')).toBe('1');
  expect(readError(await byFacebook('paula'))).toEqual(['/auth', 'notVerified']);
  // The identity that was just used stays, and no further reset is reported.
  const again = await new Browser().signIn('paula');
  expect([(await getMe(again)).id, again.searchParams.get('access_reset')]).toEqual([squatter.id, null]);
  const linked = await api.client(again.searchParams.get('token'))('listLinkedAccounts');
  expect(linked.data).toMatchObject([{ way: 'google' }]);
  await api.jobs.runDue();
  const mails = api.mails.filter(({ to }) => to === 'paula@example.com');
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your WoPack account: confirmed as yours',
    // The last browser is another one.
    'A new device signed in to your WoPack account',
  ]);
});

test('the linked account that later proves the address stays', async () => {
  const { id } = await getMe(await new Browser().signIn('unverified4'));
  await api.db.updateTable('users').set({ email: 'vera@example.com' }).where('id', '=', id).execute();
  await api.db.updateTable('social_identities').set({ subject: 'vera' }).where('user_id', '=', id).execute();
  const other = { provider: 'facebook', subject: 'fb-vera', user_id: id, created_at: api.clock.now() };
  await api.db.insertInto('social_identities').values(other).execute();
  const url = await new Browser().signIn('vera');
  expect([(await getMe(url)).id, url.searchParams.get('access_reset')]).toEqual([id, '1']);
  const linked = await api.client(url.searchParams.get('token'))('listLinkedAccounts');
  expect(linked.data).toMatchObject([{ way: 'google' }]);
});

test('an unvouched address takes over no account and creates an unverified one', async () => {
  const otherUser = await createTestUser(api);
  await api.db
    .updateTable('users')
    .set({ email: 'unverified1@example.com' })
    .where('id', '=', otherUser.id)
    .execute();
  expect(readError(await new Browser().signIn('unverified1'))).toEqual(['/auth', 'notVerified']);
  const { id } = await getMe(await new Browser().signIn('unverified2'));
  const user = await api.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(user.email_verified_at).toBeNull();
});

test('a deleted account is not signed in to, by address or by identity', async () => {
  const { id } = await getMe(await new Browser().signIn('leaver'));
  await api.db.updateTable('users').set({ deleted_at: api.clock.now() }).where('id', '=', id).execute();
  expect(readError(await new Browser().signIn('leaver'))).toEqual(['/auth', 'left']);
  expect(readError(await new Browser().signIn('leaver', 'apple'))).toEqual(['/auth', 'left']);
});

test('cancelled, forged, replayed, expired and other-browser callbacks return to the auth screen', async () => {
  const browser = new Browser();
  const { html } = await browser.navigate('/google/redirect?next=/favorite');
  const abort = /href="([^"]+\/abort)"/.exec(html)![1]!;
  const { url } = await browser.navigate(abort);
  expect([...readError(url), url.searchParams.get('next')]).toEqual(['/auth', 'cancelled', '/favorite']);

  expect(readError((await new Browser().navigate('/google/callback?code=x&state=forged')).url)).toEqual([
    '/auth',
    'failed',
  ]);
  const startFacebookSignIn = async () => {
    const one = new Browser();
    const dialog = (await one.navigate('/facebook/redirect')).url;
    expect(dialog.searchParams.get('code_challenge_method')).toBe('S256');
    return {
      one,
      callback: `/facebook/callback?code=x${Math.random()}&state=${dialog.searchParams.get('state')}`,
    };
  };
  const stolenFlow = await startFacebookSignIn();
  expect(readError((await new Browser().navigate(stolenFlow.callback)).url)).toEqual(['/auth', 'failed']);
  const otherProviderFlow = await startFacebookSignIn();
  expect(
    readError(
      (await otherProviderFlow.one.navigate(otherProviderFlow.callback.replace('facebook', 'google'))).url,
    ),
  ).toEqual(['/auth', 'failed']);
  const replayedFlow = await startFacebookSignIn();
  expect((await replayedFlow.one.navigate(replayedFlow.callback)).url.pathname).toBe('/auth/token');
  expect(readError((await replayedFlow.one.navigate(replayedFlow.callback)).url)).toEqual([
    '/auth',
    'failed',
  ]);
  const expiredFlow = await startFacebookSignIn();
  api.clock.advance(11 * 60_000);
  expect(readError((await expiredFlow.one.navigate(expiredFlow.callback)).url)).toEqual(['/auth', 'failed']);
});

test('Facebook creates an account of its own, takes over none, and needs an address', async () => {
  const signInWithFacebook = async (code: string) => {
    const browser = new Browser();
    const dialog = (await browser.navigate('/facebook/redirect')).url;
    return (
      await browser.navigate(`/facebook/callback?code=${code}&state=${dialog.searchParams.get('state')}`)
    ).url;
  };
  const { id, email } = await getMe(await signInWithFacebook('marta'));
  expect(email).toBe('marta@example.com');
  expect((await getMe(await signInWithFacebook('marta'))).id).toBe(id);
  await new Browser().signIn('taken');
  expect(readError(await signInWithFacebook('taken'))).toEqual(['/auth', 'notVerified']);
  expect(readError(await signInWithFacebook('nameless'))).toEqual(['/auth', 'noEmail']);
});

test('a hundred people behind one address sign in by Facebook at once', async () => {
  const { config } = api.context;
  config.production = true;
  onTestFinished(() => {
    config.production = false;
  });
  const signIns = Array.from({ length: 100 }, async (_, i) => {
    const browser = new Browser();
    const dialog = (await browser.navigate('/facebook/redirect')).url;
    return (
      await browser.navigate(`/facebook/callback?code=hall${i}&state=${dialog.searchParams.get('state')}`)
    ).url.pathname;
  });
  expect(new Set(await Promise.all(signIns))).toEqual(new Set(['/auth/token']));
});

test('another linked account ends no session, unlinking one ends the others', async () => {
  const signInToken = async (providerName: string) =>
    (await new Browser().signIn('lender', providerName)).searchParams.get('token');
  const [byGoogle, byApple] = [await signInToken('google'), await signInToken('apple')];
  await api.client(byApple)('unlinkAccount', { params: { way: 'google' } });
  await expect(api.client(byGoogle)('getMe')).rejects.toMatchObject({ code: 2 });
  expect((await api.client(byApple)('getMe')).data.id).toBeGreaterThan(0);
  // Nothing was linked any more: nothing ends.
  const again = await createTestUser(api);
  const other = (await api.client()('login', {
    body: { email: again.email, password: TEST_PASSWORD, device_name: 'x' },
  })) as { token: string };
  await again.call('unlinkAccount', { params: { way: 'google' } });
  expect((await api.client(other.token)('getMe')).data.id).toBe(again.id);
});

test('linked accounts are listed and unlinked; signing in by one again links it again', async () => {
  const signInToken = async (providerName: string) =>
    (await new Browser().signIn('linked', providerName)).searchParams.get('token');
  const call = api.client(await signInToken('google'));
  const { id } = (await call('getMe')).data;
  await signInToken('apple');
  const listLinked = async () => (await call('listLinkedAccounts')).data;
  const linked_at = expect.stringMatching(/Z$/);
  expect(await listLinked()).toEqual([
    { way: 'google', linked_at, is_only_way: false },
    { way: 'apple', linked_at, is_only_way: false },
  ]);
  expect((await api.client((await createTestUser(api)).token)('listLinkedAccounts')).data).toEqual([]);
  for (const providerName of ['google', 'google', 'facebook'] as const)
    expect(await call('unlinkAccount', { params: { way: providerName } })).toEqual({
      success: true,
      code: 0,
    });
  expect(await listLinked()).toMatchObject([{ way: 'apple' }]);
  // A verified address is enough to sign in by a code.
  await call('unlinkAccount', { params: { way: 'apple' } });
  expect(await listLinked()).toEqual([]);
  expect((await api.client(await signInToken('google'))('getMe')).data.id).toBe(id);
  expect(await listLinked()).toMatchObject([{ way: 'google' }]);
});

test('the only sign-in method cannot be unlinked, also not by two concurrent calls', async () => {
  const call = api.client((await new Browser().signIn('unverified3')).searchParams.get('token'));
  const { id } = (await call('getMe')).data;
  const unlink = (providerName: 'google' | 'apple') =>
    call('unlinkAccount', { params: { way: providerName } });
  expect((await call('listLinkedAccounts')).data).toMatchObject([{ way: 'google', is_only_way: true }]);
  await expect(unlink('google')).rejects.toMatchObject({
    code: 5,
    message: expect.stringContaining('only way'),
  });
  for (let round = 0; round < 5; round++) {
    for (const provider of ['google', 'apple'])
      await api.db
        .insertInto('social_identities')
        .values({ provider, subject: `both-${id}`, user_id: id, created_at: api.clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await api.db
      .deleteFrom('social_identities')
      .where('user_id', '=', id)
      .where('subject', '!=', `both-${id}`)
      .execute();
    const results = await Promise.allSettled([unlink('google'), unlink('apple')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await call('listLinkedAccounts')).data).toHaveLength(1);
  }
});

test('client_state returns with the token of its own flow only', async () => {
  const client_state = 'b7c1e0a94f2d4c55a1f0';
  const url = await new Browser().signIn('stated', 'google', `client_state=${client_state}`);
  expect([url.pathname, url.searchParams.get('client_state')]).toEqual(['/auth/token', client_state]);
  // A page that sends a state reads the token from the fragment; other apps, from the query.
  expect(url.searchParams.has('token')).toBe(false);
  expect(new URLSearchParams(url.hash.slice(1)).get('token')).toMatch(/^[\w-]{20,}/);
  const without = await new Browser().signIn('stated');
  expect(without.searchParams.get('client_state')).toBeNull();
  expect(without.searchParams.get('token')).toMatch(/^[\w-]{20,}/);
  for (const bad of ['short', 'x'.repeat(65), 'sixteen.or.more;Domain=x', '%0d%0aSet-Cookie:%20a=b'])
    expect(
      (await new Browser().signIn('stated', 'google', `client_state=${bad}`)).searchParams.get(
        'client_state',
      ),
    ).toBeNull();
});

test('a posted form callback becomes a redirect, and `next` never leads to another site', async () => {
  const response = await api.app.inject({
    method: 'POST',
    url: '/apple/callback',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' },
    payload: 'code=c&state=s&user=%7B%7D',
  });
  expect([response.statusCode, response.headers.location]).toEqual([303, '/apple/callback?code=c&state=s']);
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/.//evil.example'])
    expect(
      (await new Browser().signIn('ines', 'google', `next=${encodeURIComponent(next)}`)).searchParams.get(
        'next',
      ),
    ).toBeNull();
});

test.each([
  'next=/a&next=/b',
  'ref_link=a&ref_link=b&language=pt&language=ru&client_state=x&client_state=y',
  'ref_link=%00%F0%9F%98',
  'next=%00&__proto__=1&%=%',
])('any query begins a sign-in: %s', async (query) => {
  const { html } = await new Browser().navigate(`/google/redirect?${query}`);
  expect(html).toContain('action="');
});

test('an address that only looks like that of an account does not open it', async () => {
  const user = await createTestUser(api, { email: 'quack@example.com', isEmailVerified: true });
  for (const address of ['quac\u212A@example.com', 'QUAC\u212A@EXAMPLE.COM'])
    expect(readError(await new Browser().signIn(address))).toEqual(['/auth', 'noEmail']);
  expect((await getMe(await new Browser().signIn('QUACK@Example.com'))).id).toBe(user.id);
});

test('a linked account does not prove an address that only looks like its own', async () => {
  const user = await createTestUser(api, { email: 'mi\u0073s@example.com' });
  const subject = 'mi\u017Fs@example.com';
  const identity = { provider: 'google', subject, user_id: user.id, created_at: api.clock.now() };
  await api.db.insertInto('social_identities').values(identity).execute();
  const me = await getMe(await new Browser().signIn(subject));
  expect(me).toMatchObject({ id: user.id, email_verified: false });
});

test('an address whose domain has other letters is stored as mail uses it', async () => {
  const me = await getMe(await new Browser().signIn('ana@padaria-são.example'));
  expect(me.email).toBe('ana@xn--padaria-so-n5a.example');
});

test('a network begins and ends so many sign-ins a minute, another network its own', async () => {
  const open = async (path: string, remoteAddress: string) =>
    readError(new URL((await api.app.inject({ url: path, remoteAddress })).headers.location!));
  const countFlows = () =>
    api.context.db
      .selectFrom('social_flows')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  for (let i = 0; i < 300; i++) {
    expect(await open('/facebook/redirect', '198.51.100.41')).toEqual(['/dialog', null]);
    expect(await open('/facebook/callback', '198.51.100.41')).toEqual(['/auth', 'failed']);
  }
  const before = await countFlows();
  expect(await open('/facebook/redirect?next=/offers/7', '198.51.100.41')).toEqual(['/auth', 'unavailable']);
  expect(await open('/facebook/callback', '198.51.100.41')).toEqual(['/auth', 'unavailable']);
  expect(await countFlows()).toEqual(before);
  expect(await open('/facebook/redirect', '198.51.100.42')).toEqual(['/dialog', null]);
});
