import type { ErrorObject } from 'ajv';

/** A message key with its values, for one field. */
export interface FieldError {
  key: string;
  values: Record<string, string | number>;
}

/** What a validator found, as one list of message keys a field: the shape people are told in. */
export function fieldErrors(found: readonly Pick<ErrorObject, 'keyword' | 'instancePath' | 'params'>[]) {
  const fields: Record<string, FieldError[]> = {};
  for (const error of found) {
    const field = fieldOf(error);
    const { key, limit } = describe(error);
    fields[field] ??= [];
    if (fields[field].every((known) => known.key !== key)) {
      fields[field].push({ key: `field.${key}`, values: limit === undefined ? {} : { limit } });
    }
  }
  // A value that fits none of several forms says so for each form: once is enough.
  for (const [field, errors] of Object.entries(fields)) {
    if (errors.length > 1) fields[field] = [errors.find(({ key }) => key === 'field.required') ?? errors[0]!];
  }
  return fields;
}

type Found = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params'>;

function fieldOf({ keyword, instancePath, params }: Found): string {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'required') path.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
  return path.join('.') || 'body';
}

function describe({ keyword, params }: Found): { key: string; limit?: number } {
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
