export { ErrorReply } from './common.ts';
export type { Auth, Endpoint, RateLimit } from './endpoint.ts';
export { type ErrorName, errorCodes } from './endpoint.ts';
export { type EndpointName, endpoints } from './endpoints.ts';
export * from './operator-rights.ts';
export * from './vocabulary.ts';
