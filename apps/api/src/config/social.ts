import Type, { type Static } from 'typebox';

const textSetting = (description = '', defaultValue = '') =>
  Type.String({ default: defaultValue, description });

/** Settings of social sign-in. A provider is enabled when all its variables are set. */
export const SocialEnvironment = Type.Object({
  GOOGLE_CLIENT_ID: textSetting('Google sign-in; redirect URI PUBLIC_URL/google/callback'),
  GOOGLE_CLIENT_SECRET: textSetting(),
  GOOGLE_ISSUER: textSetting('issuer, changed only by tests', 'https://accounts.google.com'),
  APPLE_CLIENT_ID: textSetting('Sign in with Apple: the services ID; redirect URI PUBLIC_URL/apple/callback'),
  APPLE_TEAM_ID: textSetting(),
  APPLE_KEY_ID: textSetting(),
  APPLE_PRIVATE_KEY: textSetting('content of the .p8 file; line breaks may be written as \\n'),
  APPLE_ISSUER: textSetting('issuer, changed only by tests', 'https://appleid.apple.com'),
  FACEBOOK_CLIENT_ID: textSetting('Facebook sign-in; redirect URI PUBLIC_URL/facebook/callback'),
  FACEBOOK_CLIENT_SECRET: textSetting(),
  FACEBOOK_DIALOG_URL: textSetting(
    'dialog URL, changed only by tests',
    'https://www.facebook.com/v23.0/dialog/oauth',
  ),
  FACEBOOK_GRAPH_URL: textSetting('Graph API URL, changed only by tests', 'https://graph.facebook.com/v23.0'),
  ENABLE_LOCAL_SIGN_IN: textSetting(
    '1 enables a provider that signs in any name without proof, 0 disables it; default 0 in production or with DATABASE_URL',
  ),
});

export interface SocialConfig {
  google: { issuer: string; clientId: string; clientSecret: string } | null;
  apple: { issuer: string; clientId: string; teamId: string; keyId: string; privateKey: string } | null;
  facebook: { clientId: string; clientSecret: string; dialogUrl: string; graphUrl: string } | null;
  /** A local provider for development that replaces providers without configuration. */
  localProviderEnabled: boolean;
}

/** `enableLocalByDefault` applies unless ENABLE_LOCAL_SIGN_IN is set. */
export function parseSocialConfig(
  environment: Static<typeof SocialEnvironment>,
  enableLocalByDefault: boolean,
): SocialConfig {
  const flag = environment.ENABLE_LOCAL_SIGN_IN;
  const google = { clientId: environment.GOOGLE_CLIENT_ID, clientSecret: environment.GOOGLE_CLIENT_SECRET };
  const apple = {
    clientId: environment.APPLE_CLIENT_ID,
    teamId: environment.APPLE_TEAM_ID,
    keyId: environment.APPLE_KEY_ID,
    privateKey: environment.APPLE_PRIVATE_KEY,
  };
  const facebook = {
    clientId: environment.FACEBOOK_CLIENT_ID,
    clientSecret: environment.FACEBOOK_CLIENT_SECRET,
  };
  const isComplete = (settings: object) => Object.values(settings).every(Boolean);
  return {
    google: isComplete(google) ? { ...google, issuer: environment.GOOGLE_ISSUER } : null,
    apple: isComplete(apple) ? { ...apple, issuer: environment.APPLE_ISSUER } : null,
    facebook: isComplete(facebook)
      ? { ...facebook, dialogUrl: environment.FACEBOOK_DIALOG_URL, graphUrl: environment.FACEBOOK_GRAPH_URL }
      : null,
    localProviderEnabled: flag === '' ? enableLocalByDefault : flag === '1' || flag === 'true',
  };
}
