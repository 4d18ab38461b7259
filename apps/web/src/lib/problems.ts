import { ApiError } from '@wopack/contract/client';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { i18n } from './i18n.ts';

/** What to tell the person: the server's words, or ours when no answer came. */
export function problemText(error: unknown): string {
  if (error instanceof ApiError && error.code > 0) return error.message;
  if (error instanceof ApiError && error.status === 0) return i18n.t('errors:network');
  return i18n.t('errors:unknown');
}

export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/**
 * Puts the server's first message under each of the form's fields (code 1). False when something is
 * left to say elsewhere: another code, or a field the form does not show.
 */
export function showFieldProblems<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly Path<T>[],
  /** Fields that the form calls otherwise, by the server's name. */
  renamed: ReadonlyMap<string, Path<T>> = new Map(),
): boolean {
  if (!(error instanceof ApiError) || error.code !== 1) return false;
  const named = Object.entries(error.errors);
  let shown = 0;
  for (const [name, messages] of named) {
    const field = renamed.get(name) ?? fields.find((known) => known === name);
    if (!field || !messages[0]) continue;
    setError(field, { type: 'server', message: messages[0] }, { shouldFocus: shown === 0 });
    shown += 1;
  }
  return shown > 0 && shown === named.length;
}
