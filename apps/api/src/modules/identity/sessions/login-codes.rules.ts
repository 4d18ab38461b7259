import { MINUTE_MS } from '@wopack/domain';

/** How long a code works after it was last sent. */
const CODE_LIFETIME_MS = 10 * MINUTE_MS;

/** Guesses that one network, recognised device or signed-in user has with one code. Source: docs/specification.md, Accounts. */
export const MAX_CODE_ATTEMPTS = 5;

/** Guesses from all networks; after these each further wide network has one. */
export const MAX_SHARED_CODE_ATTEMPTS = 10;

const MAILS_WITHOUT_PAUSE = 3;
const MAX_MAIL_PAUSE_MS = 5 * MINUTE_MS;

interface StoredCode {
  user_id: number | null;
  expires_at: Date;
  failed_attempts: number;
  sent_at: Date;
  sent_count: number;
}

export const getCodeExpiry = (now: Date): Date => new Date(now.getTime() + CODE_LIFETIME_MS);

/** Whether the guesses from all networks are used up. */
export const isGuessed = ({ failed_attempts }: Pick<StoredCode, 'failed_attempts'>): boolean =>
  failed_attempts >= MAX_SHARED_CODE_ATTEMPTS;

/**
 * Nobody can replace a code that somebody else waits for: while it works it is sent again. Only a code that belongs to
 * the account which asks is replaced when its guesses are used up.
 */
export const isReplaced = (code: StoredCode, now: Date): boolean =>
  code.expires_at <= now || (code.user_id !== null && code.failed_attempts >= MAX_CODE_ATTEMPTS);

/** A mailbox is not flooded: after three mails the same code comes with growing pauses, for it is in the mailbox already. */
export function isMailDue({ sent_at: sentAt, sent_count: sentCount }: StoredCode, now: Date): boolean {
  const pauseMs = Math.min(Math.max(sentCount + 1 - MAILS_WITHOUT_PAUSE, 0) * MINUTE_MS, MAX_MAIL_PAUSE_MS);
  return now.getTime() - sentAt.getTime() >= pauseMs;
}
