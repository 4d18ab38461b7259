export { businessJobs } from './businesses.jobs.ts';
export { businessRoutes } from './businesses.routes.ts';
export { businessMails } from './invitations.ts';
export { businessPersonalData } from './personal-data.queries.ts';
