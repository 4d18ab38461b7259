import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';

type Problem = Pick<ErrorObject, 'keyword' | 'instancePath' | 'schemaPath' | 'params'>;

/**
 * Bodies are taken as they are; query strings and parameters, being text, are coerced to what the schema says.
 * One validator for both would turn null into '' in bodies.
 */
export function useValidators(app: FastifyInstance): void {
  const options = { allErrors: true, useDefaults: true, removeAdditional: false } as const;
  const body = new Ajv({ ...options, coerceTypes: false });
  const text = new Ajv({ ...options, coerceTypes: true });
  addFormats.default(body);
  addFormats.default(text);
  app.setValidatorCompiler(({ schema, httpPart }) =>
    storable((httpPart === 'body' ? body : text).compile(schema as object)),
  );
}

/** Refuses besides what no column takes: text with NUL in it, and numbers beyond all numbers ('1e400', coerced). */
function storable(validate: ValidateFunction) {
  const check = (data: unknown): boolean => {
    const bad = validate(data) ? unstorable(data, '') : [];
    check.errors = bad.length > 0 ? bad : (validate.errors ?? null);
    return !check.errors;
  };
  check.errors = null as Problem[] | null;
  return check;
}

function unstorable(value: unknown, instancePath: string): Problem[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, part]) => unstorable(part, `${instancePath}/${key}`));
  }
  const bad =
    typeof value === 'string' ? value.includes('\0') : Number.isFinite(value) !== (typeof value === 'number');
  return bad ? [{ keyword: 'format', instancePath, schemaPath: '', params: {} }] : [];
}
