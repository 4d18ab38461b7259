import { type ErrorName, MAX_ID } from '@wopack/contract';

/** A message key with its values, for one field. */
export interface FieldError {
  key: string;
  values: Record<string, string | number>;
}

/** Error of each field by its path (`keys.auth`): a message key, alone or with values; a falsy value is no error. */
export type FieldErrors = Record<string, string | FieldError | false | null | undefined>;

export interface ErrorDetails {
  /** Key of the message for the user; by default that of the error. */
  message?: string;
  fields?: FieldErrors;
  /** Seconds, for `tooMany`. */
  retryAfter?: number;
  /** Values for the messages; a field may have its own. */
  values?: Record<string, string | number>;
}

/** An error reported to the caller. Thrown anywhere, sent by the error handler. */
export class AppError extends Error {
  readonly kind: ErrorName;
  readonly details: ErrorDetails;

  /** `cause` is logged for the operator and not sent to the caller. */
  constructor(name: ErrorName, details: ErrorDetails = {}, cause?: Error) {
    super(details.message ?? name, cause && { cause });
    this.kind = name;
    this.details = details;
  }
}

/** An error of one field. */
export const createValidationError = (
  field: string,
  key: string,
  values: FieldError['values'] = {},
): AppError => new AppError('validation', { fields: { [field]: { key, values } } });

/** Throws one error with all fields. */
export function assertNoErrors(fields: FieldErrors): void {
  if (Object.values(fields).some(Boolean)) throw new AppError('validation', { fields });
}

/** The schema refuses a missing text and another type. */
export const getBlankError = (text: string | undefined) =>
  text !== undefined && !text.trim() && 'field.required';

/** Whether the id is within the range of the column type. */
export const isPossibleId = (id: number | string, max = MAX_ID): boolean => Number(id) <= max;

/** Parses an id that may be sent as text. An id out of range is reported as missing. */
export function parseId(id: number | string, max = MAX_ID): number {
  if (!isPossibleId(id, max)) throw new AppError('notFound');
  return Number(id);
}
