export { ErrorReply } from './common.ts';
export type { Auth, Endpoint } from './endpoint.ts';
export { type EndpointName, endpoints } from './endpoints.ts';
export { type ErrorName, errorCodes } from './error-codes.ts';
export * from './vocabulary.ts';
