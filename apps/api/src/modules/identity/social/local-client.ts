/** Where the local provider stands, and what it knows us by: no secret, for it is only there for trying out. */
export const LOCAL_PROVIDER_PATH = '/dev/oidc';
export const localClient = { clientId: 'wopack', clientSecret: () => 'wopack-local' };
