import { ApiError, isApiError } from '@wopack/contract/client';
import type { ComponentProps } from 'react';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { getI18n, useTranslation } from 'react-i18next';
import { IconAlertTriangle } from '#icons';
import { TextButton } from '../button.tsx';

/** An error of a field or of a whole form. */
export function FieldError({ children, ...paragraph }: ComponentProps<'p'>) {
  return (
    <p
      {...paragraph}
      role="alert"
      className="flex items-center gap-1.5 text-[.8125rem] font-semibold leading-5 text-danger"
    >
      <IconAlertTriangle className="size-[18px] shrink-0" />
      {children}
    </p>
  );
}

/** What is needed of a query of TanStack Query that failed. */
export interface FailedQuery {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A part of a page that did not load, or not anew: message and retry button on one line. Nothing without an error. */
export function InlineError({ query: { error, refetch } }: { query: Omit<FailedQuery, 'isFetching'> }) {
  const { t } = useTranslation('errors');
  if (!error) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <FieldError>{getErrorMessage(error)}</FieldError>
      <TextButton onClick={() => void refetch()} className="text-sm">
        {t('retry')}
      </TextButton>
    </div>
  );
}

/** The server's message, or a local one without a response. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof ApiError && error.code > 0) return error.message;
  if (error instanceof ApiError && error.status === 0) return getI18n().t('errors:network');
  return getI18n().t('errors:unknown');
}

export const isNetworkError = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** The requested thing does not exist, or its id is none. */
export const isMissing = (error: unknown): boolean =>
  isApiError(error, 'notFound') || isApiError(error, 'validation');

/**
 * Sets the server's first message on each field of the form. False when something is left to show elsewhere: an error
 * that is not of validation, or a field the form does not have.
 */
export function setServerErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly Path<T>[],
  /** Fields with another name in the form, by the server's name. */
  fieldNameByServerName: ReadonlyMap<string, Path<T>> = new Map(),
): boolean {
  if (!isApiError(error, 'validation')) return false;
  const fieldErrors = Object.entries(error.errors);
  let shownCount = 0;
  for (const [name, messages] of fieldErrors) {
    const field = fieldNameByServerName.get(name) ?? fields.find((formField) => formField === name);
    if (!field || !messages[0]) continue;
    setError(field, { type: 'server', message: messages[0] }, { shouldFocus: shownCount === 0 });
    shownCount += 1;
  }
  return shownCount > 0 && shownCount === fieldErrors.length;
}
