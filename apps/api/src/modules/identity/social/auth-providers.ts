import { authProviders } from '@wopack/contract';
import { importPKCS8, SignJWT } from 'jose';
import * as client from 'openid-client';
import type { Config } from '../../../config/config.ts';
import { parseEmail } from '../../../platform/email-address.ts';

/**
 * Path and client of the local provider. The secret is public: the provider is for development and demos
 * only.
 */
export const LOCAL_PROVIDER_PATH = '/dev/oidc';
export const localClient = { clientId: 'wopack', clientSecret: () => 'wopack-local' };

export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Called for each exchange, for providers whose secret expires. */
  clientSecret: () => Promise<string> | string;
  /** Apple posts a form when more than the `openid` scope is requested. */
  formPost?: boolean;
}

const TIMEOUT_SECONDS = 8;

/** OpenID Connect with PKCE, state and nonce. The provider's metadata is fetched at the first sign-in. */
export function createOidcProvider({ issuer, clientId, clientSecret, formPost }: OidcSettings): AuthProvider {
  let metadataPromise: Promise<client.ServerMetadata> | null = null;
  const discoverMetadata = () => {
    metadataPromise ??= client
      .discovery(new URL(issuer), clientId, undefined, client.None(), {
        timeout: TIMEOUT_SECONDS,
        execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      })
      .then((configuration) => configuration.serverMetadata());
    // A failed discovery is not cached: the next sign-in tries again.
    metadataPromise.catch(() => {
      metadataPromise = null;
    });
    return metadataPromise;
  };
  const buildConfiguration = async () => {
    const secret = await clientSecret();
    const configuration = new client.Configuration(
      await discoverMetadata(),
      clientId,
      secret,
      client.ClientSecretPost(secret),
    );
    configuration.timeout = TIMEOUT_SECONDS;
    if (issuer.startsWith('http:')) client.allowInsecureRequests(configuration);
    return configuration;
  };
  return {
    async start({ state, nonce, codeVerifier }, redirectUri) {
      return client.buildAuthorizationUrl(await buildConfiguration(), {
        redirect_uri: redirectUri,
        scope: formPost ? 'openid email name' : 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(formPost && { response_mode: 'form_post' }),
      });
    },
    async finish({ state, nonce, codeVerifier }, callbackUrl) {
      const tokens = await client.authorizationCodeGrant(await buildConfiguration(), callbackUrl, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return toClaims(tokens.claims()!);
    },
  };
}

function toClaims({ sub, email, email_verified: emailVerifiedClaim, name }: client.IDToken): Claims {
  return {
    subject: sub,
    email: typeof email === 'string' ? parseEmail(email) : null,
    // Apple sends the claim as a string.
    isEmailVerified: emailVerifiedClaim === true || (emailVerifiedClaim as unknown) === 'true',
    name: typeof name === 'string' ? name : '',
  };
}

export type AuthProviderName = (typeof authProviders)[number];

/** The configured providers; where the local provider is enabled, it replaces the others. */
export function enabledProviders(config: Config): Map<AuthProviderName, AuthProvider> {
  const { google, apple, facebook, localProviderEnabled } = config.social;
  const providers = new Map<AuthProviderName, AuthProvider>();
  if (localProviderEnabled) {
    const issuer = () => `${config.publicUrl}${LOCAL_PROVIDER_PATH}`;
    for (const name of authProviders)
      providers.set(
        name,
        createLazyProvider(() => createOidcProvider({ issuer: issuer(), ...localClient })),
      );
  }
  if (google)
    providers.set('google', createOidcProvider({ ...google, clientSecret: () => google.clientSecret }));
  if (apple) {
    const { issuer, clientId } = apple;
    providers.set(
      'apple',
      createOidcProvider({
        issuer,
        clientId,
        clientSecret: () => createAppleClientSecret(apple),
        formPost: true,
      }),
    );
  }
  if (facebook) providers.set('facebook', createFacebookProvider(facebook));
  return providers;
}

/** Lazy, because the server's own URL is known only once it listens. */
function createLazyProvider(create: () => AuthProvider): AuthProvider {
  let provider: AuthProvider | null = null;
  const getProvider = () => (provider ??= create());
  return {
    start: (...args) => getProvider().start(...args),
    finish: (...args) => getProvider().finish(...args),
  };
}

interface AppleKey {
  teamId: string;
  keyId: string;
  clientId: string;
  /** PKCS 8, as downloaded from Apple. */
  privateKey: string;
}

/** Apple's client secret is a JWT that the client signs itself, valid for some minutes. */
async function createAppleClientSecret({ teamId, keyId, clientId, privateKey }: AppleKey): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(await importPKCS8(privateKey.replaceAll('\\n', '\n'), 'ES256'));
}

export interface FacebookSettings {
  clientId: string;
  clientSecret: string;
  /** URLs of the sign-in dialog and of the Graph API. */
  dialogUrl: string;
  graphUrl: string;
}

/**
 * Facebook offers OAuth 2 without OpenID Connect: PKCE, state, and a call for the profile. It does not say
 * whether an address is verified, so it counts as unverified.
 */
export function createFacebookProvider({
  clientId,
  clientSecret,
  dialogUrl,
  graphUrl,
}: FacebookSettings): AuthProvider {
  const configuration = new client.Configuration(
    {
      issuer: 'https://www.facebook.com',
      authorization_endpoint: dialogUrl,
      token_endpoint: `${graphUrl}/oauth/access_token`,
    },
    clientId,
    clientSecret,
    client.ClientSecretPost(clientSecret),
  );
  configuration.timeout = TIMEOUT_SECONDS;
  if (graphUrl.startsWith('http:')) client.allowInsecureRequests(configuration);
  return {
    start: async ({ state, codeVerifier }, redirectUri) =>
      client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'public_profile email',
        state,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }),
    async finish({ state, codeVerifier }, callbackUrl) {
      const { access_token: token } = await client.authorizationCodeGrant(configuration, callbackUrl, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
      });
      const profileUrl = new URL(`${graphUrl}/me?fields=id,name,email`);
      const response = await client.fetchProtectedResource(configuration, token, profileUrl, 'GET');
      const { id, name, email } = (await response.json()) as { id?: string; name?: string; email?: string };
      if (!response.ok || !id) throw new Error(`Facebook answered ${response.status}`);
      return { subject: id, email: email || null, isEmailVerified: false, name: name ?? '' };
    },
  };
}

/** The provider's claims about a user. */
export interface Claims {
  subject: string;
  /** Null when the provider does not share it. */
  email: string | null;
  /** Whether the provider vouches for the address. */
  isEmailVerified: boolean;
  name: string;
}

/** Values bound to the browser that started the flow. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Sign-in by an external account. Both calls reject when the provider cannot be reached or refuses. */
export interface AuthProvider {
  /** URL to redirect the browser to. */
  start(secrets: SignInSecrets, redirectUri: string): Promise<URL>;
  /** `callbackUrl`: with all parameters the provider sent. */
  finish(secrets: SignInSecrets, callbackUrl: URL): Promise<Claims>;
}
