export { allocationJobs } from './allocation.jobs.ts';
export { claimCard, endOffer, hasEntrants, lockLine, releaseCard } from './allocation.queries.ts';
export { allocationRoutes } from './allocation.routes.ts';
export { isLineShortOfUnits } from './offer-units.ts';
export { allocationPersonalData } from './personal-data.queries.ts';
