import { localArea, read, remove, sessionArea, write } from './storage.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const areas = () => [localArea, sessionArea];

/** The code that an address carries. */
export const codeIn = (search: string): string | undefined =>
  new URLSearchParams(search).get('ref')?.trim().slice(0, 64) || undefined;

/** Remembers `?ref=CODE` with the time of the first visit; a visit within 30 days does not overwrite. */
export function captureRef(search: string, now: Date = new Date()): void {
  const code = codeIn(search);
  if (!code || refLink(now)) return;
  const area = read('cookieChoice') === 'all' ? localArea : sessionArea;
  write('ref_link', code, area);
  write('ref_date', now.toISOString(), area);
}

/** The code to attach at sign-up: only when its date is earlier than now and under 30 days old. */
export function refLink(now: Date = new Date()): string | undefined {
  for (const area of areas()) {
    const code = read('ref_link', area);
    const age = now.getTime() - Date.parse(read('ref_date', area) ?? '');
    if (code && age > 0 && age < KEPT_MS) return code;
  }
  return undefined;
}

/** Keeps the cookie choice; once accepted, a referral outlives the session; once refused, it no longer does. */
export function chooseCookies(choice: 'all' | 'essential'): void {
  write('cookieChoice', choice);
  const [from, to] = choice === 'all' ? [sessionArea, localArea] : [localArea, sessionArea];
  const code = read('ref_link', from);
  const date = read('ref_date', from);
  if (code && date && !read('ref_link', to)) {
    write('ref_link', code, to);
    write('ref_date', date, to);
  }
  if (choice === 'essential') remove('ref_link', 'ref_date', 'ref_counted');
}
