export { chooseProvider } from './choose-provider.ts';
export { paymentKeeper } from './keeper.queries.ts';
export { paymentJobs } from './payments.jobs.ts';
export { paymentRoutes, type Sale } from './payments.routes.ts';
export type { PaymentProvider } from './provider.ts';
export { refundPaid } from './refund-paid.ts';
export { sandboxProvider } from './sandbox/sandbox.provider.ts';
export type { OnPaid } from './settle.ts';
