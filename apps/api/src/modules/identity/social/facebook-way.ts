import * as client from 'openid-client';
import type { Way } from './way.ts';

export interface FacebookSettings {
  clientId: string;
  clientSecret: string;
  /** Where people are asked, and where servers ask. */
  dialogUrl: string;
  graphUrl: string;
}

/**
 * Facebook speaks OAuth 2 without OpenID Connect: with PKCE and state, and a call that tells who it is. It does not say
 * whether an address is verified, so it counts as not.
 */
export function facebookWay({ clientId, clientSecret, dialogUrl, graphUrl }: FacebookSettings): Way {
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
  configuration.timeout = 8;
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
    async finish({ state, codeVerifier }, returned) {
      const { access_token: token } = await client.authorizationCodeGrant(configuration, returned, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
      });
      const me = new URL(`${graphUrl}/me?fields=id,name,email`);
      const answer = await client.fetchProtectedResource(configuration, token, me, 'GET');
      const { id, name, email } = (await answer.json()) as { id?: string; name?: string; email?: string };
      if (!answer.ok || !id) throw new Error(`Facebook answered ${answer.status}`);
      return { subject: id, email: email || null, emailVerified: false, name: name ?? '' };
    },
  };
}
