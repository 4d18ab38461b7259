import { call } from './api.ts';
import { signedIn } from './session.ts';
import { localArea, read, sessionArea, write } from './storage.ts';

/**
 * Tells whose link was opened, once a day and browser: no more than the code goes out. Not for members, who do not
 * count, nor for whoever wants nothing but the essential; what was counted is remembered as long as the code is.
 */
export async function countVisit(code: string, now: Date = new Date()): Promise<void> {
  const choice = read('cookieChoice');
  if (signedIn() || choice === 'essential') return;
  const area = choice === 'all' ? localArea : sessionArea;
  const mark = `${code.toLowerCase()} ${now.toISOString().slice(0, 10)}`;
  if (read('ref_counted', localArea) === mark || read('ref_counted', sessionArea) === mark) return;
  write('ref_counted', mark, area);
  await call('recordVisit', { body: { ref_link: code } }).catch(() => undefined);
}
