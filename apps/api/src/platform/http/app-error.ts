import type { ErrorName } from '@wopack/contract';

/** A message key with its values, for one field. */
export interface FieldError {
  key: string;
  values: Record<string, string | number>;
}

/** What is wrong with each field, by its path (`keys.auth`); a message key alone needs no values. Nothing is right. */
export type FieldErrors = Record<string, string | FieldError | false | null | undefined>;

export interface ErrorDetails {
  /** Key of the message for people; by default the error's own. */
  message?: string;
  fields?: FieldErrors;
  /** Seconds, for `tooMany`. */
  retryAfter?: number;
  /** Values for the messages; those of a field may be its own. */
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
export const createValidationError = (
  field: string,
  key: string,
  values: FieldError['values'] = {},
): AppError => new AppError('validation', { fields: { [field]: { key, values } } });

/** Refuses with all that is wrong at once. */
export function assertNoErrors(fields: FieldErrors): void {
  if (Object.values(fields).some(Boolean)) throw new AppError('validation', { fields });
}

/** Of a text that has to say something; what is missing or no text is the schema's to refuse. */
export const getBlankError = (text: string | undefined) =>
  text !== undefined && !text.trim() && 'field.required';
