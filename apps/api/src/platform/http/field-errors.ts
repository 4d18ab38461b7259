import type { ErrorObject } from 'ajv';
import type { FieldError } from './app-error.ts';

/** More than any form has fields; a call can be wrong in 100,000 ways. */
export const MAX_ERRORS = 100;

/**
 * What a validator found, one message a field: the shape people are told in. A map, because callers choose the names of
 * fields, and an object has some of its own.
 */
export function buildFieldErrors(issues: readonly ValidationIssue[]): Map<string, FieldError> {
  const fields = new Map<string, FieldError>();
  for (const issue of issues.slice(0, MAX_ERRORS)) {
    const field = getFieldPath(issue);
    const { key, limit } = toMessageKey(issue);
    // A value that fits none of several forms says so for each form: once is enough.
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
      return { key: params.format === 'email' ? 'email' : 'format' };
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
