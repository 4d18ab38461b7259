import * as client from 'openid-client';
import type { AuthProvider, Claims } from './auth-provider.ts';

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
        scope: 'openid email profile'.replace(' profile', formPost ? ' name' : ' profile'),
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
    email: typeof email === 'string' && email !== '' ? email : null,
    // Apple sends the claim as a string.
    isEmailVerified: emailVerifiedClaim === true || (emailVerifiedClaim as unknown) === 'true',
    name: typeof name === 'string' ? name : '',
  };
}
