export { accountRoutes } from './account/account.routes.ts';
export { businessPersonalData } from './account/business.ts';
export { findProofErrors, hashPassword, reauthenticate } from './account/credentials.ts';
export { changeSellerRole, type OnSellingChanged } from './account/profile.ts';
export { identityJobs } from './identity.jobs.ts';
export {
  deleteAllTokens,
  findBusiness,
  getUser,
  loadLegalNames,
  lockUser,
  updateUser,
  verifyBusiness,
} from './identity.queries.ts';
export { identityRoutes } from './identity.routes.ts';
export { getRetentionCutoff, getRetentionEnd, parseVatNumber } from './identity.rules.ts';
export { createIdentityMailTemplates } from './identity-mails.ts';
export { deleteAccountInTransaction } from './personal-data/delete-account.ts';
export { generateToken, sha256 } from './secrets.ts';
export { createAuthenticator, getLastUsedAt } from './sessions/sessions.ts';
