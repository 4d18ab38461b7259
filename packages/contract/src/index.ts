export type { Auth, Endpoint, RateLimit } from './endpoint.ts';
export { type ErrorName, ErrorReply, errorCodes, MAX_ID } from './endpoint.ts';
export { type EndpointName, endpoints } from './endpoints.ts';
export type { ActivityValues } from './modules/businesses.ts';
export type { InvoicedCustomer, StatementParty } from './modules/ledger/statements.ts';
export * from './vocabulary.ts';
