import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OperatorRight } from '@wopack/contract';
import { formatPercent, getLocale } from '@wopack/domain';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { formatMoney, getLocalDate } from '@wopack/ui/format.ts';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { serverDate, serverNow } from '@wopack/ui/server-clock.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call, clearOperatorToken, getOperatorToken, isCancelled } from './api.ts';
import { operatorQuery, recordQuery } from './queries.ts';
import type { RecordName } from './resources.ts';

const SIGN_IN_PATH = '/sign-in';

/** Where somebody who is not signed in is led, and back from there. */
export const getSignInPath = (next: string) =>
  next === '/' ? SIGN_IN_PATH : `${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`;

/** The signed-in operator; undefined until the server has answered. */
export const useOperator = () => useQuery(operatorQuery).data;

/** Whether the operator has a right; false until it is certain. */
export function useRights(): (right: OperatorRight) => boolean {
  const rights = useOperator()?.rights;
  return (right) => rights?.includes(right) ?? false;
}

/** Whether money and roles ask for a code now. */
export function useNeedsCode(): boolean {
  const until = useOperator()?.step_up_until;
  return !until || Date.parse(until) <= serverNow();
}

/**
 * A change: `run(input)` shows what went wrong beside the form (`error`), or as a message, says when it is done, and
 * reads everything shown anew.
 */
export function useAction<I, R>(
  action: (input: I) => Promise<R>,
  {
    done,
    onDone,
    inForm = false,
  }: { done: string | ((reply: R) => string); onDone?: (reply: R) => void; inForm?: boolean },
) {
  const client = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: action,
    onSuccess: async (reply) => {
      showToast(typeof done === 'string' ? done : done(reply));
      onDone?.(reply);
      await client.invalidateQueries();
    },
    onError: (failure) => {
      if (!inForm && !isCancelled(failure)) showErrorToast(failure);
    },
  });
  const shownError = error && !isCancelled(error) ? error : null;
  return { run: mutate, isRunning: isPending, error: shownError, reset };
}

/** The server's first message of the fields, else its message. */
export function getFirstMessage(error: unknown): string {
  const { errors } = (error ?? {}) as { errors?: Record<string, string[]> };
  return Object.values(errors ?? {})[0]?.[0] ?? getErrorMessage(error);
}

/** Formats in the current language; times in the operator's time zone, since several people talk about one order. */
export function useFormat() {
  const { i18n } = useTranslation('admin');
  const operator = useOperator();
  const language = i18n.language;
  const timeZone = operator?.time_zone ?? 'UTC';
  return useMemo(() => {
    const locale = getLocale(language);
    const build = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', ...options });
    const day = { day: 'numeric', month: 'short' } as const;
    const time = { hour: '2-digit', minute: '2-digit' } as const;
    const dayTime = build({ ...day, ...time });
    const dayTimeYear = build({ ...day, ...time, year: 'numeric' });
    const dayTimeSeconds = build({ ...day, ...time, second: '2-digit' });
    const year = (instant: Date) =>
      new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(instant);
    const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const integer = new Intl.NumberFormat(locale);
    return {
      timeZone,
      getPresentYear: () => Number(getLocalDate(timeZone, serverDate()).slice(0, 4)),
      formatMoney: (cents: number) => formatMoney(cents, language),
      /** Without the currency, which the head of the column names. */
      formatAmount: (cents: number) => amount.format(cents / 100),
      formatInteger: (value: number) => integer.format(value),
      /** A share between 0 and 1 in whole percent. */
      formatPercent: (share: number) => formatPercent(Math.round(share * 100), language),
      nameLanguage: (code: string) => new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code,
      formatDateTime: (instant: string) => {
        const date = new Date(instant);
        return (year(date) === year(serverDate()) ? dayTime : dayTimeYear).format(date);
      },
      formatDateTimeSeconds: (instant: string) => dayTimeSeconds.format(new Date(instant)),
      formatTime: (instant: string) => build(time).format(new Date(instant)),
      /** Begins with a capital letter: it is a heading. */
      formatLongDay: (instant: string) => {
        const day = build({ weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(instant));
        return day.charAt(0).toLocaleUpperCase(locale) + day.slice(1);
      },
      /** A calendar date with its year. */
      formatFullDate: (date: string) =>
        new Intl.DateTimeFormat(locale, { ...day, year: 'numeric', timeZone: 'UTC' }).format(
          new Date(`${date}T00:00:00Z`),
        ),
      /** A calendar date, '2026-11-20'. */
      formatDate: (date: string) =>
        new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`)),
    };
  }, [language, timeZone]);
}

export const useRecord = <R extends RecordName>(resource: R, id: string | number | undefined) =>
  useQuery(recordQuery(resource, Number(id)));

/** Ends the session here and on the server. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    if (getOperatorToken()) await call('endOperatorSession').catch(console.warn);
    clearOperatorToken();
    await navigate(SIGN_IN_PATH);
    client.clear();
  };
}
