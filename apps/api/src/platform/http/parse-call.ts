import type { Endpoint } from '@wopack/contract';
import { pickLanguage } from '@wopack/domain';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { buildFieldErrors, MAX_ERRORS, type ValidationIssue } from './field-errors.ts';
import type { Call } from './route.ts';

/**
 * A request as its use case sees it: of what the endpoint does not declare, nothing. Refused with all that is wrong with
 * it, in path, query and body, by the schema and by `validate`.
 */
export async function parseCall(
  endpoint: Endpoint,
  request: FastifyRequest,
  validate: FastifyContextConfig['validate'],
): Promise<Call<Endpoint>> {
  const call = {
    params: endpoint.params && request.params,
    query: endpoint.query && request.query,
    body: endpoint.body && request.body,
    actor: request.actor,
    language: pickLanguage(request.headers['accept-language']),
    request,
  };
  // Fastify stops at the first part that is refused.
  const issues = request.validationError
    ? {
        params: validatePart(request, 'params', call.params),
        query: validatePart(request, 'querystring', call.query),
        body: validatePart(request, 'body', call.body),
      }
    : { params: [], query: [], body: [] };
  const all = [...issues.params, ...issues.query, ...issues.body];
  const errors = buildFieldErrors(all);
  // Beyond that nobody filled in a form; leaving out all that was refused would cost more than it tells.
  if (validate && all.length <= MAX_ERRORS) {
    const accepted = {
      params: omitInvalidParts(call.params, issues.params),
      query: omitInvalidParts(call.query, issues.query),
      body: omitInvalidParts(call.body, issues.body),
      actor: call.actor,
      refused: new Set(errors.keys()),
    };
    const refused = [...errors.keys()];
    for (const [field, error] of Object.entries(await validate(accepted))) {
      // What is said of a part says enough of the whole, and the other way round.
      const isAlreadyReported = refused.some(
        (path) => `${path}.`.startsWith(`${field}.`) || field.startsWith(`${path}.`),
      );
      if (error && !isAlreadyReported)
        errors.set(field, typeof error === 'string' ? { key: error, values: {} } : error);
    }
  }
  if (errors.size > 0) throw new AppError('validation', { fields: Object.fromEntries(errors) });
  return call;
}

function validatePart(
  request: FastifyRequest,
  part: 'params' | 'querystring' | 'body',
  value: unknown,
): ValidationIssue[] {
  const validator = request.getValidationFunction(part);
  return !validator || validator(value ?? null) ? [] : ((validator.errors ?? []) as ValidationIssue[]);
}

/** A copy without what was refused; a list goes as a whole. */
function omitInvalidParts(value: unknown, issues: readonly ValidationIssue[]): object {
  if (typeof value !== 'object' || value === null) return {};
  if (issues.length === 0) return value;
  const copy: { value?: object } = structuredClone({ value });
  for (const { keyword, instancePath, params } of issues) {
    if (keyword === 'required') continue;
    const extra = keyword === 'additionalProperties' ? [String(params.additionalProperty)] : [];
    let parent: Record<string, unknown> = copy;
    let key = 'value';
    for (const next of [...instancePath.split('/').slice(1), ...extra]) {
      const part = parent[key];
      if (typeof part !== 'object' || part === null || Array.isArray(part)) break;
      [parent, key] = [part as Record<string, unknown>, next];
    }
    delete parent[key];
  }
  return copy.value ?? {};
}
