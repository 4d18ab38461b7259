import type { ErrorName } from '@wopack/contract';

export interface ErrorDetails {
  /** Key of the message for people; by default the error's own. */
  message?: string;
  /** Message keys by field. */
  fields?: Record<string, string>;
  /** Seconds, for `tooMany`. */
  retryAfter?: number;
  /** Values for the messages. */
  values?: Record<string, string | number>;
}

/** An error meant for the caller. Thrown anywhere, answered by the one error handler. */
export class AppError extends Error {
  readonly kind: ErrorName;
  readonly details: ErrorDetails;

  /** `cause`: what an operator should read in the log; the caller is not told. */
  constructor(name: ErrorName, details: ErrorDetails = {}, cause?: Error) {
    super(details.message ?? name, cause && { cause });
    this.kind = name;
    this.details = details;
  }
}

/** Shorthand for the commonest one: a field that is wrong. */
export const invalid = (field: string, key: string, values?: Record<string, string | number>): AppError =>
  new AppError('validation', { fields: { [field]: key }, values });
