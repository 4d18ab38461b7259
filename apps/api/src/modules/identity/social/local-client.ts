/**
 * Path and client of the local provider. The secret is public: the provider is for development and demos
 * only.
 */
export const LOCAL_PROVIDER_PATH = '/dev/oidc';
export const localClient = { clientId: 'wopack', clientSecret: () => 'wopack-local' };
