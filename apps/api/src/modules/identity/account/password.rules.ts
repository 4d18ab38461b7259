import commonPasswords from './common-passwords.json' with { type: 'json' };

const TEN_MINUTES_MS = 600_000;

const COMMON_PASSWORDS = new Set<string>(commonPasswords);

/**
 * What is wrong with a new password, as a message key; null when it will do.
 * Source: docs/specification.md, Accounts.
 */
export function findPasswordError(password: string): string | null {
  if (password.length < 6) return 'identity.passwordShort';
  if (!/\d/.test(password)) return 'identity.passwordDigit';
  return COMMON_PASSWORDS.has(password.toLowerCase()) ? 'identity.passwordCommon' : null;
}

/** Whether a token was issued so recently that the sign-in counts as proof. */
export const isRecentSignIn = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < TEN_MINUTES_MS;
