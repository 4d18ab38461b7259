import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../../../test/test-app.ts';

/** What Apple gives whoever registers with it, and what it signs with itself. */
const ours = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const apples = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** As much of Apple as is asked: developer.apple.com/documentation/signinwithapplerestapi */
let apple: Server;
let issuer = '';
let nonce = '';
let person = { sub: '001.joana', email: 'joana@privaterelay.example' };
const secrets: { kid?: string; alg: string; lifetime: number }[] = [];

const api = useTestApp({
  env: async () => {
    apple = createServer(async (request, response) => {
      const json = (body: object, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url === '/.well-known/openid-configuration') {
        return json({
          ...{
            issuer,
            authorization_endpoint: `${issuer}/auth/authorize`,
            token_endpoint: `${issuer}/auth/token`,
          },
          ...{ jwks_uri: `${issuer}/auth/keys`, response_types_supported: ['code'] },
          ...{ subject_types_supported: ['pairwise'], id_token_signing_alg_values_supported: ['RS256'] },
        });
      }
      if (request.url === '/auth/keys')
        return json({
          keys: [{ ...(await exportJWK(apples.publicKey)), kid: 'A', alg: 'RS256', use: 'sig' }],
        });
      const form = new URLSearchParams(await text(request));
      try {
        const { payload, protectedHeader } = await jwtVerify(form.get('client_secret')!, ours.publicKey, {
          ...{ issuer: 'TEAM123456', subject: 'example.wopack', audience: 'https://appleid.apple.com' },
        });
        secrets.push({
          ...{ kid: protectedHeader.kid, alg: protectedHeader.alg },
          lifetime: payload.exp! - payload.iat!,
        });
      } catch {
        return json({ error: 'invalid_client' }, 400);
      }
      const idToken = await new SignJWT({ ...person, email_verified: 'true', nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'A' })
        .setIssuer(issuer)
        .setAudience(form.get('client_id')!)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(apples.privateKey);
      json({ access_token: 'a', token_type: 'Bearer', expires_in: 3600, id_token: idToken });
    }).listen(0, '127.0.0.1');
    await once(apple, 'listening');
    issuer = `http://127.0.0.1:${(apple.address() as AddressInfo).port}`;
    const pem = ours.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    return {
      ...{ APPLE_ISSUER: issuer, APPLE_CLIENT_ID: 'example.wopack', APPLE_TEAM_ID: 'TEAM123456' },
      // As it stands in a file of variables: on one line.
      ...{ APPLE_KEY_ID: 'KEY1234567', APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n') },
    };
  },
});
let home = '';
beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  home = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  api.context.config.publicUrl = home;
});
afterAll(() => {
  apple.closeAllConnections();
  apple.close();
});

/** Out to Apple, and back by the form that its page posts, with what it says of the person. */
async function signIn(user?: string): Promise<URL> {
  const out = await fetch(`${home}/apple/redirect`, { redirect: 'manual' });
  const cookie = out.headers.getSetCookie()[0]!.split(';')[0]!;
  const asked = new URL(out.headers.get('location')!).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    ...{ response_mode: 'form_post', scope: 'openid email name', code_challenge_method: 'S256' },
  });
  nonce = asked.get('nonce')!;
  const posted = await fetch(asked.get('redirect_uri')!, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://appleid.apple.com' },
    body: new URLSearchParams({ code: 'c', state: asked.get('state')!, ...(user && { user }) }),
  });
  const back = await fetch(new URL(posted.headers.get('location')!, home), {
    redirect: 'manual',
    headers: { cookie },
  });
  return new URL(back.headers.get('location')!);
}
const me = async (at: URL) => (await api.client(at.searchParams.get('token'))('me')).data;

test('the name comes once, the first time, and stays', async () => {
  const first = await me(await signIn('{"name":{"firstName":"Joana","lastName":"Reis"},"email":"x@x.pt"}'));
  // The address is the one that is signed.
  expect(first).toMatchObject({ name: 'Joana Reis', email: 'joana@privaterelay.example' });
  expect(await me(await signIn())).toMatchObject({ id: first.id, name: 'Joana Reis' });
  expect(await me(await signIn('{"name":{"firstName":"Eva"}}'))).toMatchObject({ name: 'Joana Reis' });
});

test.each([
  ['no JSON', 'no JSON', ''],
  ['of other kinds', '{"name":{"firstName":7,"lastName":{"a":1}}}', ''],
  ['in one piece', '{"name":"Eva"}', ''],
  ['null', 'null', ''],
  [
    'with lines and too long',
    JSON.stringify({ name: { firstName: ' Ana\u0000\n', lastName: 'x'.repeat(200) } }),
    `Ana ${'x'.repeat(96)}`,
  ],
])('a name that is %s does no harm', async (_, user, name) => {
  person = { sub: `001.${crypto.randomUUID()}`, email: `${crypto.randomUUID()}@example.com` };
  expect((await me(await signIn(user))).name).toBe(name);
});

test('our secret is a statement signed with our key, for some minutes', () => {
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of secrets) expect(secret).toEqual({ kid: 'KEY1234567', alg: 'ES256', lifetime: 600 });
});

test('what is linked stands in the export', async () => {
  person = { sub: '001.rita', email: 'rita@example.com' };
  const token = (await signIn()).searchParams.get('token');
  expect((await api.client(token)('exportAccount')).linked_accounts).toEqual([
    { provider: 'apple', subject: '001.rita', linked_at: api.clock.now().toISOString() },
  ]);
});
