/** Source: docs/specification.md, Accounts. */
export const MIN_PASSWORD_LENGTH = 6;

export type PasswordRule = 'length' | 'digit' | 'digits';

/** Which of the hints a password already follows; the server has the last word. */
export function checkPasswordRules(password: string): Record<PasswordRule, boolean> {
  const digits = password.match(/\d/g)?.length ?? 0;
  return { length: password.length >= MIN_PASSWORD_LENGTH, digit: digits >= 1, digits: digits >= 2 };
}
