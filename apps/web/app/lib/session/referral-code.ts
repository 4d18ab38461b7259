import { DAY_MS } from '@wopack/domain';
import {
  readStored,
  removeStored,
  safeLocalStorage,
  safeSessionStorage,
  writeStored,
} from '../storage/storage.ts';

const RETENTION_MS = 30 * DAY_MS;

const listStorages = () => [safeLocalStorage, safeSessionStorage];

export const parseReferralCode = (search: string): string | undefined =>
  new URLSearchParams(search).get('ref')?.trim().slice(0, 64) || undefined;

/** Stores `?ref=CODE` with the time of the first visit; a visit within 30 days does not overwrite it. */
export function saveReferralCode(search: string, now: Date = new Date()): void {
  const referralCode = parseReferralCode(search);
  if (!referralCode || getReferralCode(now)) return;
  const storage = readStored('cookieChoice') === 'all' ? safeLocalStorage : safeSessionStorage;
  writeStored('ref_link', referralCode, storage);
  writeStored('ref_date', now.toISOString(), storage);
}

/** The code to attach at sign-up: only when it was stored in the past and under 30 days ago. */
export function getReferralCode(now: Date = new Date()): string | undefined {
  for (const storage of listStorages()) {
    const referralCode = readStored('ref_link', storage);
    const age = now.getTime() - Date.parse(readStored('ref_date', storage) ?? '');
    if (referralCode && age > 0 && age < RETENTION_MS) return referralCode;
  }
  return undefined;
}

/**
 * Stores the cookie choice. Accepting moves a referral to local storage, so that it outlives the session; refusing
 * moves it to session storage.
 */
export function saveCookieChoice(choice: 'all' | 'essential'): void {
  writeStored('cookieChoice', choice);
  const [from, to] =
    choice === 'all' ? [safeSessionStorage, safeLocalStorage] : [safeLocalStorage, safeSessionStorage];
  const referralCode = readStored('ref_link', from);
  const date = readStored('ref_date', from);
  if (referralCode && date && !readStored('ref_link', to)) {
    writeStored('ref_link', referralCode, to);
    writeStored('ref_date', date, to);
  }
  if (choice === 'essential') removeStored('ref_link', 'ref_date', 'ref_counted');
}
