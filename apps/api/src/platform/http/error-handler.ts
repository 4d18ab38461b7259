import { type ErrorName, errorCodes } from '@wopack/contract';
import { type Language, pickLanguage } from '@wopack/domain';
import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { translate } from '../messages/translate.ts';
import { AppError, type FieldError, type FieldErrors } from './app-error.ts';

/** More than any form has fields; a request may have 100,000 errors. */
export const MAX_ERRORS = 100;

/**
 * One message per field from a validator's issues. A map, because callers choose the names of fields, which may be
 * those of an object's prototype.
 */
export function buildFieldErrors(issues: readonly ValidationIssue[]): Map<string, FieldError> {
  const fields = new Map<string, FieldError>();
  for (const issue of issues.slice(0, MAX_ERRORS)) {
    const field = getFieldPath(issue);
    const { key, limit } = toMessageKey(issue);
    // A value that matches no alternative of a union has an issue for each alternative.
    if (fields.has(field) && key !== 'required') continue;
    fields.set(field, { key: `field.${key}`, values: limit === undefined ? {} : { limit } });
  }
  return fields;
}

export type ValidationIssue = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params'>;

function getFieldPath({ keyword, instancePath, params }: ValidationIssue): string {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'required') path.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
  return path.join('.') || 'body';
}

/** Formats with a message of their own. */
const FORMAT_MESSAGES = ['email', 'phone', 'singleLine', 'hidden'];

function toMessageKey({ keyword, params }: ValidationIssue): { key: string; limit?: number } {
  const limit = Number(params.limit);
  switch (keyword) {
    case 'required':
      return { key: 'required' };
    case 'minLength':
      return limit === 1 ? { key: 'required' } : { key: 'tooShort', limit };
    case 'maxLength':
      return { key: 'tooLong', limit };
    case 'minItems':
      return { key: 'tooFew', limit };
    case 'maxItems':
      return { key: 'tooMany', limit };
    case 'minimum':
    case 'exclusiveMinimum':
      return { key: 'minimum', limit };
    case 'maximum':
    case 'exclusiveMaximum':
      return { key: 'maximum', limit };
    case 'format':
      return { key: FORMAT_MESSAGES.find((key) => key === params.format) ?? 'format' };
    case 'enum':
    case 'const':
      return { key: 'choice' };
    case 'type':
    case 'anyOf':
      return { key: 'type' };
    case 'additionalProperties':
      return { key: 'unknown' };
    default:
      return { key: 'format' };
  }
}

/** Sends every error as `{code, message, errors?}` in the caller's language, without internal details. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(new AppError('notFound'), request, reply));
}

/** Also for errors before routing. */
export function sendError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  const language = pickLanguage(request.headers['accept-language']);
  const appError = error instanceof AppError ? error : mapFrameworkError(error, isFileUpload(request));
  if (appError) {
    if (appError.cause) request.log.error({ err: appError.cause }, `request failed: ${appError.kind}`);
    return sendAppError(reply, appError, language);
  }
  request.log.error({ err: error }, 'request failed');
  const { code, status } = errorCodes.ourFault;
  return reply
    .code(status)
    .send({ code, message: translate('error.ourFault', language), request_id: request.id });
}

function sendAppError(reply: FastifyReply, error: AppError, language: Language) {
  const { code, status } = errorCodes[error.kind];
  if (error.details.retryAfter) reply.header('retry-after', Math.ceil(error.details.retryAfter));
  return reply.code(status).send({ code, ...translateError(error, language) });
}

export function translateError({ kind, details }: AppError, language: Language) {
  const message = translate(details.message ?? `error.${kind}`, language, details.values);
  const errors = details.fields && translateFieldErrors(details.fields, language, details.values);
  return { message, ...(errors && { errors }) };
}

const translateFieldErrors = (
  fields: FieldErrors,
  language: Language,
  defaultValues: FieldError['values'] = {},
) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, error]) => {
      if (!error) return [];
      const { key, values } = typeof error === 'string' ? { key: error, values: defaultValues } : error;
      return [[field, [translate(key, language, values)]]];
    }),
  );

/** Converts errors of the framework; null for an internal error. */
function mapFrameworkError(error: FastifyError, isUpload: boolean): AppError | null {
  if (error.validation) {
    const fields = Object.fromEntries(buildFieldErrors(error.validation));
    return new AppError('validation', { fields });
  }
  const kind = (isUpload && uploadErrors[error.code]) || frameworkErrors[error.code];
  if (kind) return new AppError(kind);
  if (isDatabaseUnavailable(error)) return new AppError('serviceDown', { retryAfter: 2 });
  if (error.statusCode === 429) return new AppError('tooMany', { retryAfter: 60 });
  if (error.statusCode === 403 || error.statusCode === 404) return new AppError('notFound');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('validation');
  return null;
}

const frameworkErrors: Record<string, ErrorName> = {
  FST_ERR_BAD_URL: 'notFound',
  FST_ERR_MAX_PARAM_LENGTH: 'notFound',
};

/** A faulty request of an upload is an error of the picture. */
const uploadErrors: Record<string, ErrorName> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'uploadRefused',
  FST_ERR_CTP_BODY_TOO_LARGE: 'uploadTooLarge',
  FST_REQ_FILE_TOO_LARGE: 'uploadTooLarge',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'uploadRefused',
};

const isFileUpload = (request: FastifyRequest): boolean =>
  request.routeOptions?.schema?.consumes?.includes('multipart/form-data') ?? false;

/**
 * Codes of the network, of PostgreSQL's classes 08 and 57P, and of single states of the server: too many connections
 * (53300), disk full (53100), read-only after a failover (25006), statement cancelled by a time limit (57014), a lock that
 * was not to be had in time (55P03), a transaction that was idle for too long (25P03).
 */
const UNAVAILABLE_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|08\w{3}|57P\w{2}|57014|53100|53300|25006|55P03|25P03)$/;

/** The database cannot be reached, refuses, or does not answer in time. */
export function isDatabaseUnavailable(error: { code?: string; message: string }): boolean {
  return (
    UNAVAILABLE_CODES.test(error.code ?? '') ||
    /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Query read timeout/.test(
      error.message,
    )
  );
}
