import * as client from 'openid-client';
import type { AuthProvider, Claims } from './auth-provider.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Made anew each time where it does not last. */
  clientSecret: () => Promise<string> | string;
  /** Apple sends a form when it is asked for more than an id. */
  formPost?: boolean;
}

const TIMEOUT_SECONDS = 8;

/** OpenID Connect with PKCE, state and nonce. The provider is looked up when somebody first comes. */
export function createOidcProvider({ issuer, clientId, clientSecret, formPost }: OidcSettings): AuthProvider {
  let metadataPromise: Promise<client.ServerMetadata> | null = null;
  const discoverMetadata = () => {
    metadataPromise ??= client
      .discovery(new URL(issuer), clientId, undefined, client.None(), {
        timeout: TIMEOUT_SECONDS,
        execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      })
      .then((configuration) => configuration.serverMetadata());
    // One that could not be reached is asked again by the next who comes.
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
    // Apple writes it as text.
    isEmailVerified: emailVerifiedClaim === true || (emailVerifiedClaim as unknown) === 'true',
    name: typeof name === 'string' ? name : '',
  };
}
