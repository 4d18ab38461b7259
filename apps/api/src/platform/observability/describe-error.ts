export interface ErrorDescription {
  type: string;
  message: string;
  code?: unknown;
  stack?: string;
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
}

const MAX_NESTED_ERRORS = 10;
/** A chain of causes may be a circle. */
const MAX_DEPTH = 5;
const MAX_MESSAGE_LENGTH = 2000;
const MAX_STACK_LENGTH = 8000;

/**
 * Type, message, code and stack of anything that can be thrown, without its other properties: PostgreSQL's `detail`
 * and a mail server's `rejected` quote personal data. Never throws.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  try {
    if (typeof error !== 'object' || error === null)
      return {
        type: error === null ? 'null' : typeof error,
        message: shorten(typeof error === 'function' ? `function ${error.name}` : String(error)),
      };
    return describeObject(error, depth);
  } catch {
    return { type: typeof error, message: 'a value that cannot be read' };
  }
}

function describeObject(error: object, depth: number): ErrorDescription {
  // Not instanceof alone: libraries throw or emit copies of errors, and those of other contexts.
  const { name, message, stack, cause, code, errors } = error as Record<string, unknown>;
  const nested = Array.isArray(errors) && depth < MAX_DEPTH ? errors.slice(0, MAX_NESTED_ERRORS) : [];
  const stackName = typeof stack === 'string' ? /^[\w.]*Error\b/.exec(stack)?.[0] : undefined;
  return {
    type: typeof name === 'string' && name ? name : (stackName ?? error.constructor?.name ?? 'object'),
    message: shorten(
      typeof message === 'string' ? message || listMessages(errors) || String(code ?? '') : listKeys(error),
    ),
    ...(isPrintable(code) && { code }),
    ...(typeof stack === 'string' && stack && { stack: shorten(stack, MAX_STACK_LENGTH) }),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: describeError(cause, depth + 1) }),
    ...(nested.length && { errors: nested.map((each) => describeError(each, depth + 1)) }),
  };
}

const isPrintable = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** Node's error of a refused connection to several addresses has no message of its own. */
const listMessages = (errors: unknown): string =>
  Array.isArray(errors)
    ? errors
        .slice(0, MAX_NESTED_ERRORS)
        .map((each) => describeError(each, MAX_DEPTH).message)
        .join('; ')
    : '';

/** The values may be personal data. */
const listKeys = (error: object): string => `no error but an object {${Object.keys(error).join(', ')}}`;

const shorten = (text: string, maxLength = MAX_MESSAGE_LENGTH): string =>
  maskSecrets(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/** One line of text: `TypeError: no such thing (cause: Error: refused)`. */
export function formatError(error: unknown): string {
  const format = ({ type, message, cause }: ErrorDescription): string =>
    `${type}: ${message}${cause ? ` (cause: ${format(cause)})` : ''}`;
  return format(describeError(error));
}

/** Masks e-mail addresses, and keys in web addresses: errors of libraries quote the address they were called by. */
const maskSecrets = (text: string): string =>
  maskAddresses(text)
    .replace(/(?<=\/[^\s?#"'<>]*)[?#][^\s"'<>)]+/g, '?***')
    .replace(/(?<=\/)(?=[\w-]*\d)[\w-]{24,}(?![\w.-])/g, '***');

/** Masks e-mail addresses, from the start of a word on; mail servers name the recipient they refuse. */
export const maskAddresses = (text: string): string =>
  text.replace(/(?<![^\s<>"'(),:;])[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '***');
