export { checkoutJobs } from './checkout.jobs.ts';
export { checkoutRoutes } from './checkout.routes.ts';
export { createGiveUpOffer } from './expire-holds.ts';
export { checkoutMails } from './settle-payment.ts';
