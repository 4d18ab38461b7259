import type { Policy } from '../../lib/paths.ts';

/** Since when each text applies. A change of substance gets a new date. */
export const policyVersions: Record<Policy, string> = {
  terms: '2026-11-20',
  privacy: '2026-11-20',
  cookie: '2026-11-20',
  affiliate: '2026-11-20',
  delete: '2026-11-20',
};
