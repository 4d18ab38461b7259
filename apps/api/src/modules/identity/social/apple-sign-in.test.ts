import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../../../test/support/test-app.ts';

/** Key pair registered with Apple, and the one Apple signs ID tokens with. */
const ourKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const appleKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Stub of Apple's endpoints: developer.apple.com/documentation/signinwithapplerestapi */
let appleServer: Server;
let issuer = '';
let nonce = '';
let appleUser = { sub: '001.joana', email: 'joana@privaterelay.example' };
const clientSecrets: { kid?: string; alg: string; lifetime: number }[] = [];

const api = useTestApp({
  env: async () => {
    appleServer = createServer(async (request, response) => {
      const json = (body: object, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url === '/.well-known/openid-configuration') {
        return json({
          issuer,
          authorization_endpoint: `${issuer}/auth/authorize`,
          token_endpoint: `${issuer}/auth/token`,
          jwks_uri: `${issuer}/auth/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['pairwise'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      }
      if (request.url === '/auth/keys')
        return json({
          keys: [{ ...(await exportJWK(appleKeys.publicKey)), kid: 'A', alg: 'RS256', use: 'sig' }],
        });
      const form = new URLSearchParams(await text(request));
      try {
        const { payload, protectedHeader } = await jwtVerify(form.get('client_secret')!, ourKeys.publicKey, {
          issuer: 'TEAM123456',
          subject: 'example.wopack',
          audience: 'https://appleid.apple.com',
        });
        clientSecrets.push({
          kid: protectedHeader.kid,
          alg: protectedHeader.alg,
          lifetime: payload.exp! - payload.iat!,
        });
      } catch {
        return json({ error: 'invalid_client' }, 400);
      }
      const idToken = await new SignJWT({ ...appleUser, email_verified: 'true', nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'A' })
        .setIssuer(issuer)
        .setAudience(form.get('client_id')!)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(appleKeys.privateKey);
      json({ access_token: 'a', token_type: 'Bearer', expires_in: 3600, id_token: idToken });
    }).listen(0, '127.0.0.1');
    await once(appleServer, 'listening');
    issuer = `http://127.0.0.1:${(appleServer.address() as AddressInfo).port}`;
    const pem = ourKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    return {
      APPLE_ISSUER: issuer,
      APPLE_CLIENT_ID: 'example.wopack',
      APPLE_TEAM_ID: 'TEAM123456',
      // As in an environment file: on one line.
      APPLE_KEY_ID: 'KEY1234567',
      APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
    };
  },
});
let serverUrl = '';
beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  serverUrl = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  api.context.config.publicUrl = serverUrl;
});
afterAll(() => {
  appleServer.closeAllConnections();
  appleServer.close();
});

/** Redirect to Apple, then the callback by Apple's form post with its `user` field. */
async function signIn(user?: string): Promise<URL> {
  const redirectResponse = await fetch(`${serverUrl}/apple/redirect`, { redirect: 'manual' });
  const cookie = redirectResponse.headers.getSetCookie()[0]!.split(';')[0]!;
  const authorizationParams = new URL(redirectResponse.headers.get('location')!).searchParams;
  expect(Object.fromEntries(authorizationParams)).toMatchObject({
    response_mode: 'form_post',
    scope: 'openid email name',
    code_challenge_method: 'S256',
  });
  nonce = authorizationParams.get('nonce')!;
  const formResponse = await fetch(authorizationParams.get('redirect_uri')!, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://appleid.apple.com' },
    body: new URLSearchParams({ code: 'c', state: authorizationParams.get('state')!, ...(user && { user }) }),
  });
  const callbackResponse = await fetch(new URL(formResponse.headers.get('location')!, serverUrl), {
    redirect: 'manual',
    headers: { cookie },
  });
  return new URL(callbackResponse.headers.get('location')!);
}
const getMe = async (url: URL) => (await api.client(url.searchParams.get('token'))('getMe')).data;

test('the name, sent at the first sign-in only, is saved and not overwritten', async () => {
  const firstUser = await getMe(
    await signIn('{"name":{"firstName":"Joana","lastName":"Reis"},"email":"x@x.pt"}'),
  );
  // The address comes from the signed ID token.
  expect(firstUser).toMatchObject({ name: 'Joana Reis', email: 'joana@privaterelay.example' });
  expect(await getMe(await signIn())).toMatchObject({ id: firstUser.id, name: 'Joana Reis' });
  expect(await getMe(await signIn('{"name":{"firstName":"Eva"}}'))).toMatchObject({ name: 'Joana Reis' });
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
])('a `user` field that is %s is tolerated', async (_, user, name) => {
  appleUser = { sub: `001.${crypto.randomUUID()}`, email: `${crypto.randomUUID()}@example.com` };
  expect((await getMe(await signIn(user))).name).toBe(name);
});

test('the client secret is a JWT signed with our key, valid for some minutes', () => {
  expect(clientSecrets.length).toBeGreaterThan(0);
  for (const clientSecret of clientSecrets)
    expect(clientSecret).toEqual({ kid: 'KEY1234567', alg: 'ES256', lifetime: 600 });
});

test('linked accounts are in the export', async () => {
  appleUser = { sub: '001.rita', email: 'rita@example.com' };
  const token = (await signIn()).searchParams.get('token');
  expect((await api.client(token)('exportAccount')).linked_accounts).toEqual([
    { provider: 'apple', subject: '001.rita', linked_at: api.clock.now().toISOString() },
  ]);
});
