import { call } from '../api/api.ts';
import { readStored, safeLocalStorage, safeSessionStorage, writeStored } from '../storage/storage.ts';
import { hasSession } from './session.ts';

/**
 * Reports an opened referral link once a day and browser; only the code is sent. Not for signed-in users, nor for
 * those who allow only essential cookies; stored as long as the code is.
 */
export async function recordVisit(code: string, now: Date = new Date()): Promise<void> {
  const cookieChoice = readStored('cookieChoice');
  if (hasSession() || cookieChoice === 'essential') return;
  const storage = cookieChoice === 'all' ? safeLocalStorage : safeSessionStorage;
  const visitKey = `${code.toLowerCase()} ${now.toISOString().slice(0, 10)}`;
  if (
    readStored('ref_counted', safeLocalStorage) === visitKey ||
    readStored('ref_counted', safeSessionStorage) === visitKey
  )
    return;
  writeStored('ref_counted', visitKey, storage);
  await call('recordVisit', { body: { ref_link: code } }).catch(() => undefined);
}
