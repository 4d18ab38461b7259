import { authProviders } from '@wopack/contract';
import { importPKCS8, SignJWT } from 'jose';
import type { Config } from '../../../config/config.ts';
import type { AuthProvider } from './auth-provider.ts';
import { createFacebookProvider } from './facebook-auth-provider.ts';
import { LOCAL_PROVIDER_PATH, localClient } from './local-client.ts';
import { createOidcProvider } from './oidc-auth-provider.ts';

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
