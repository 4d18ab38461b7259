export {
  findProofErrors,
  hashPassword,
  identityMails,
  reauthenticate,
} from './account/credentials.ts';
export { findFormerIdentity } from './account/former-identity.queries.ts';
export {
  findLegalIdentity,
  loadLegalNames,
  verifyLegalIdentity,
} from './account/legal-identity.queries.ts';
export type { OnLegalIdentityChange, SwitchSelling } from './account/my-account.ts';
export { legalIdentityPersonalData } from './account/my-account.ts';
export { deleteAccountInTransaction } from './account/personal-data.ts';
export { assertWithinUnprovedQuota, UNPROVED_QUOTAS } from './account/unproved-quotas.ts';
export { identityJobs } from './identity.jobs.ts';
export {
  getUser,
  hasProvedAddress,
  listBlockedUsers,
  lockOwnedBusinesses,
  lockUser,
  lockUserAndKey,
  setHandedOver,
  updateUser,
} from './identity.queries.ts';
export { accountRoutes, identityRoutes } from './identity.routes.ts';
export { getRetentionCutoff, getRetentionEnd, parseVatNumber } from './identity.rules.ts';
export { insertNotices } from './legal-texts/legal-texts.queries.ts';
export {
  announceVersion,
  findVersionAt,
  getChanges,
  legalTextPersonalData,
  listTextStates,
  recordVersions,
} from './legal-texts/legal-texts.ts';
export { recordSecurityEvent, securityPersonalData } from './security/security-events.ts';
export { endSessions, lockPayee, lockSession } from './sessions/end-sessions.ts';
export { lockToken, setBusinessOfToken } from './sessions/sessions.queries.ts';
export { createAuthenticator, getLastUsedAt } from './sessions/sessions.ts';
export { generateToken, sha256 } from './sessions/tokens.ts';
