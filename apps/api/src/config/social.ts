import Type, { type Static } from 'typebox';

const text = (description = '', otherwise = '') => Type.String({ default: otherwise, description });

/** Accounts elsewhere by which people may sign in. Each is offered when all of its own is set. */
export const SocialEnvironment = Type.Object({
  GOOGLE_CLIENT_ID: text('sign-in by Google; its redirect address is PUBLIC_URL/google/callback'),
  GOOGLE_CLIENT_SECRET: text(),
  GOOGLE_ISSUER: text('for tests', 'https://accounts.google.com'),
  APPLE_CLIENT_ID: text('sign-in by Apple: the services id; PUBLIC_URL/apple/callback'),
  APPLE_TEAM_ID: text(),
  APPLE_KEY_ID: text(),
  APPLE_PRIVATE_KEY: text('the .p8 file; line ends may be written as \\n'),
  APPLE_ISSUER: text('for tests', 'https://appleid.apple.com'),
  FACEBOOK_CLIENT_ID: text('sign-in by Facebook; PUBLIC_URL/facebook/callback'),
  FACEBOOK_CLIENT_SECRET: text(),
  FACEBOOK_DIALOG_URL: text('for tests', 'https://www.facebook.com/v23.0/dialog/oauth'),
  FACEBOOK_GRAPH_URL: text('for tests', 'https://graph.facebook.com/v23.0'),
  ENABLE_LOCAL_SIGN_IN: text(
    '1 offers in production or with a DATABASE_URL a provider that lets everybody in as anybody, 0 never does',
  ),
});

export interface SocialConfig {
  google: { issuer: string; clientId: string; clientSecret: string } | null;
  apple: { issuer: string; clientId: string; teamId: string; keyId: string; privateKey: string } | null;
  facebook: { clientId: string; clientSecret: string; dialogUrl: string; graphUrl: string } | null;
  /** A provider of our own, for trying out, in the place of those that are not configured. */
  local: boolean;
}

/** `local`: unless said by name. */
export function readSocial(read: Static<typeof SocialEnvironment>, local: boolean): SocialConfig {
  const flag = read.ENABLE_LOCAL_SIGN_IN;
  const google = { clientId: read.GOOGLE_CLIENT_ID, clientSecret: read.GOOGLE_CLIENT_SECRET };
  const apple = {
    clientId: read.APPLE_CLIENT_ID,
    teamId: read.APPLE_TEAM_ID,
    keyId: read.APPLE_KEY_ID,
    privateKey: read.APPLE_PRIVATE_KEY,
  };
  const facebook = { clientId: read.FACEBOOK_CLIENT_ID, clientSecret: read.FACEBOOK_CLIENT_SECRET };
  const whole = (settings: object) => Object.values(settings).every(Boolean);
  return {
    google: whole(google) ? { ...google, issuer: read.GOOGLE_ISSUER } : null,
    apple: whole(apple) ? { ...apple, issuer: read.APPLE_ISSUER } : null,
    facebook: whole(facebook)
      ? { ...facebook, dialogUrl: read.FACEBOOK_DIALOG_URL, graphUrl: read.FACEBOOK_GRAPH_URL }
      : null,
    local: flag === '' ? local : flag === '1' || flag === 'true',
  };
}
