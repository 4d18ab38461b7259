import Type, { type Static } from 'typebox';

const textSetting = (description = '', defaultValue = '') =>
  Type.String({ default: defaultValue, description });

/** Settings of social sign-in. A provider is enabled when all its variables are set. */
export const SocialEnvironment = Type.Object({
  GOOGLE_CLIENT_ID: textSetting('sign-in by Google; its redirect address is PUBLIC_URL/google/callback'),
  GOOGLE_CLIENT_SECRET: textSetting(),
  GOOGLE_ISSUER: textSetting('for tests', 'https://accounts.google.com'),
  APPLE_CLIENT_ID: textSetting('sign-in by Apple: the services id; PUBLIC_URL/apple/callback'),
  APPLE_TEAM_ID: textSetting(),
  APPLE_KEY_ID: textSetting(),
  APPLE_PRIVATE_KEY: textSetting('the .p8 file; line ends may be written as \\n'),
  APPLE_ISSUER: textSetting('for tests', 'https://appleid.apple.com'),
  FACEBOOK_CLIENT_ID: textSetting('sign-in by Facebook; PUBLIC_URL/facebook/callback'),
  FACEBOOK_CLIENT_SECRET: textSetting(),
  FACEBOOK_DIALOG_URL: textSetting('for tests', 'https://www.facebook.com/v23.0/dialog/oauth'),
  FACEBOOK_GRAPH_URL: textSetting('for tests', 'https://graph.facebook.com/v23.0'),
  ENABLE_LOCAL_SIGN_IN: textSetting(
    '1 offers in production or with a DATABASE_URL a provider that lets everybody in as anybody, 0 never does',
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
