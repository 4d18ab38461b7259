import * as client from 'openid-client';
import type { Claims, Way } from './way.ts';

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
export function oidcWay({ issuer, clientId, clientSecret, formPost }: OidcSettings): Way {
  let found: Promise<client.ServerMetadata> | null = null;
  const metadata = () => {
    found ??= client
      .discovery(new URL(issuer), clientId, undefined, client.None(), {
        timeout: TIMEOUT_SECONDS,
        execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      })
      .then((configuration) => configuration.serverMetadata());
    // One that could not be reached is asked again by the next who comes.
    found.catch(() => {
      found = null;
    });
    return found;
  };
  const configure = async () => {
    const secret = await clientSecret();
    const made = new client.Configuration(
      await metadata(),
      clientId,
      secret,
      client.ClientSecretPost(secret),
    );
    made.timeout = TIMEOUT_SECONDS;
    if (issuer.startsWith('http:')) client.allowInsecureRequests(made);
    return made;
  };
  return {
    async start({ state, nonce, codeVerifier }, redirectUri) {
      return client.buildAuthorizationUrl(await configure(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile'.replace(' profile', formPost ? ' name' : ' profile'),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(formPost && { response_mode: 'form_post' }),
      });
    },
    async finish({ state, nonce, codeVerifier }, returned) {
      const tokens = await client.authorizationCodeGrant(await configure(), returned, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return claimsOf(tokens.claims()!);
    },
  };
}

function claimsOf({ sub, email, email_verified: verified, name }: client.IDToken): Claims {
  return {
    subject: sub,
    email: typeof email === 'string' && email !== '' ? email : null,
    // Apple writes it as text.
    emailVerified: verified === true || (verified as unknown) === 'true',
    name: typeof name === 'string' ? name : '',
  };
}
