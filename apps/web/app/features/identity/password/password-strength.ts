import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import commonPasswords from './data/common-passwords.json' with { type: 'json' };
import keyboards from './data/keyboards.json' with { type: 'json' };

export type PasswordLevel = 1 | 2 | 3 | 4;

export interface PasswordStrength {
  level: PasswordLevel;
  /** One of the 10,000 most common passwords. */
  isCommon: boolean;
}

const common = new Set(commonPasswords);
const estimator = new ZxcvbnFactory({ dictionary: { passwords: commonPasswords }, graphs: keyboards });

/**
 * Estimates how many guesses a password withstands. `ownWords` (name, address) are what somebody who knows its user
 * tries first. For advice only: the server decides what it refuses. Loaded when it is needed.
 */
export function ratePassword(password: string, ownWords: string[]): PasswordStrength {
  const isCommon = common.has(password.toLowerCase());
  const words = ownWords.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter(Boolean);
  const { score } = estimator.check(password, words);
  return { level: isCommon ? 1 : (Math.max(1, score) as PasswordLevel), isCommon };
}
