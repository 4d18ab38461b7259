import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/** Bodies of the contract have at most 6 levels. */
const MAX_JSON_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, `]` and `}` differ in one bit. */
const OPENING = 0x5b;
const CLOSING = 0x5d;
const WITHOUT_BRACE_BIT = ~0x20;

/**
 * Refuses JSON that is nested too deeply, before it is parsed: the parser itself has no such limit, and whatever walks
 * through the value later by recursion (clone, validator, serialiser) runs out of stack.
 */
export function assertJsonDepth(json: string | Buffer): void {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) i = findStringEnd(bytes, i);
    else if ((byte & WITHOUT_BRACE_BIT) === OPENING && ++depth > MAX_JSON_DEPTH)
      throw new AppError('validation', { message: 'error.tooDeep' });
    else if ((byte & WITHOUT_BRACE_BIT) === CLOSING) depth--;
  }
}

/** Index of the closing quotation mark; the end of the text without one, which the parser refuses. */
function findStringEnd(bytes: Buffer, start: number): number {
  let end = start + 1;
  while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1;
  return end;
}

/** Fastify's own JSON parser, with the limit of depth. */
export function registerJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    assertJsonDepth(body);
    return parseJson(request, body, done);
  });
}
