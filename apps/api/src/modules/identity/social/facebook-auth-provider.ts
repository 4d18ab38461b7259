import * as client from 'openid-client';
import type { AuthProvider } from './auth-provider.ts';

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
