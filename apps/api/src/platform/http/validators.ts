import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';

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
    (httpPart === 'body' ? body : text).compile(schema as object),
  );
}
