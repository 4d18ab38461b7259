import type { policyPaths } from '../../lib/policy-paths.ts';

/** Date from which each text applies. A change of substance gets a new date. */
export const policyVersions: Record<keyof typeof policyPaths, string> = {
  terms: '2026-11-23',
  privacy: '2026-11-20',
  cookie: '2026-11-20',
  affiliate: '2026-11-20',
  delete: '2026-11-20',
  accessibility: '2026-11-29',
};
