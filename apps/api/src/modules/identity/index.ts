export { findBusiness, loadLegalNames, verifyBusiness } from './account/business.queries.ts';
export {
  createIdentityMailTemplates,
  findProofErrors,
  generateToken,
  hashPassword,
  reauthenticate,
  sha256,
} from './account/credentials.ts';
export { deleteAccountInTransaction, identityJobs } from './account/personal-data.ts';
export { businessPersonalData, changeSellerRole, type OnSellingChanged } from './account/profile.ts';
export { getUser, lockUser, updateUser } from './identity.queries.ts';
export { accountRoutes, identityRoutes } from './identity.routes.ts';
export { getRetentionCutoff, getRetentionEnd, parseVatNumber } from './identity.rules.ts';
export { deleteAllTokens } from './sessions/sessions.queries.ts';
export { createAuthenticator, getLastUsedAt } from './sessions/sessions.ts';
