import { authProviders } from '@wopack/contract';
import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import type { Config } from '../../../config/config.ts';
import { LOCAL_PROVIDER_PATH, localClient } from './auth-providers.ts';

/**
 * A real OpenID provider for trying out the sign-in. Any name and password will do: 'marta' is
 * marta@example.com, an e-mail address is used as it is, and one that begins with 'unverified' is not
 * vouched for.
 */
export function registerLocalProvider(app: FastifyInstance, config: Config): void {
  let provider: Promise<Provider> | null = null;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The provider parses request bodies itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: ['GET', 'POST'],
      url: `${LOCAL_PROVIDER_PATH}/*`,
      schema: { hide: true },
      handler: async ({ raw: request }, reply) => {
        provider ??= createLocalProvider(`${config.publicUrl}${LOCAL_PROVIDER_PATH}`, config.publicUrl);
        const handleRequest = (await provider).callback();
        reply.hijack();
        Object.assign(request, {
          originalUrl: request.url,
          url: request.url!.slice(LOCAL_PROVIDER_PATH.length),
        });
        await handleRequest(request, reply.raw);
      },
    });
  });
}

async function createLocalProvider(issuer: string, publicUrl: string): Promise<Provider> {
  // Imported only where it is enabled.
  const { default: OidcProvider } = await import('oidc-provider');
  const localProvider = new OidcProvider(issuer, {
    clients: [
      {
        client_id: localClient.clientId,
        client_secret: localClient.clientSecret(),
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: authProviders.map((name) => `${publicUrl}/${name}/callback`),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['for trying out'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: id.split('@')[0],
        email: id.includes('@') ? id : `${id}@example.com`,
        email_verified: !id.startsWith('unverified'),
      }),
    }),
    // Grants every scope without a consent screen.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  localProvider.proxy = true;
  return localProvider;
}
