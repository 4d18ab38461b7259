export { recordActivity } from './activity.queries.ts';
export { businessJobs } from './businesses.jobs.ts';
export {
  findBusiness,
  findMember,
  findMemberRole,
  getContactOfBusiness,
  listBusinessIds,
  listMembers,
  listOwnedBusinesses,
  lockBusiness,
  setAwaitingPayoutAccount,
  setBusiness,
  wasMemberSince,
} from './businesses.queries.ts';
export { businessRoutes } from './businesses.routes.ts';
export { assertMayBuyFrom } from './buying.ts';
export {
  type CounterPerson,
  findPastPerson,
  listCounterPeople,
} from './counter-people.ts';
export { authenticateDevicesToo, endCountersOfSalePlace } from './devices.ts';
export { businessMails } from './invitations.ts';
export { createIdentityNote, lockBusinessAs, recordMemberVisit } from './members.ts';
export { businessPersonalData } from './personal-data.queries.ts';
export {
  createSellingSwitch,
  type OnSellingChanged,
  setBusinessSelling,
} from './selling.ts';
