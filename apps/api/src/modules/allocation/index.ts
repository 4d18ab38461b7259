export { allocationJobs } from './allocation.jobs.ts';
export { claimCard, countLines, endOffer, hasEntrants } from './allocation.queries.ts';
export { allocationRoutes } from './allocation.routes.ts';
export { allocationPersonalData } from './personal-data.queries.ts';
