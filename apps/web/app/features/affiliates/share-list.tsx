import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { centsFromHundredths, formatHundredths, getLocale } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { formatMoney, getLocalDate } from '@wopack/ui/format.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { PagedList } from '../../ui/lists.tsx';
import { overviewQuery, type Share, type ShareFilter, sharesQuery } from './affiliates.api.ts';

/** Formatters of a partner's figures in the current language. */
export function useShareFormat() {
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(() => {
    const createDateFormat = (options: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat(getLocale(language), { timeZone: 'UTC', ...options });
      return (isoDate: string) => formatter.format(new Date(isoDate));
    };
    const month = createDateFormat({ month: 'long', year: 'numeric' });
    const formatMonthName = createDateFormat({ month: 'long' });
    // With the day, European Portuguese writes the month as a number.
    const monthBesideDayFormatter = new Intl.DateTimeFormat(getLocale(language), {
      ...(language !== 'pt' && { day: 'numeric' }),
      month: 'short',
      timeZone: 'UTC',
    });
    const formatMonthBesideDay = (isoDate: string) =>
      monthBesideDayFormatter
        .formatToParts(new Date(isoDate))
        .find(({ type }) => type === 'month')!
        .value.replace('.', '');
    return {
      money: (cents: number) => formatMoney(cents, language),
      /** Hundredths of a cent, rounded to cents: 2,32 €. */
      roundedShares: (hundredths: number) => formatMoney(centsFromHundredths(hundredths), language),
      /** One share in full precision: 0,1935 €. */
      exactShare: (hundredths: number) => formatHundredths(hundredths, language),
      /** '1 December' */
      day: createDateFormat({ day: 'numeric', month: 'long' }),
      /** '1 Dec 2026', of a calendar date, or of an instant in a time zone. */
      shortDay: (at: string, timeZone?: string) => {
        const date = timeZone ? getLocalDate(timeZone, new Date(at)) : at;
        const [year, , day] = date.split('-');
        return `${Number(day)} ${formatMonthBesideDay(date)} ${year}`;
      },
      /** 'November 2026' of '2026-11', capitalised; inside a sentence as the language writes it. */
      month: (isoDate: string) => capitalise(month(isoDate)),
      monthInSentence: month,
      /** 'November', capitalised; likewise. */
      monthName: (isoDate: string) => capitalise(formatMonthName(isoDate)),
      monthNameInSentence: formatMonthName,
      /** 'Nov' */
      shortMonth: (isoDate: string) =>
        capitalise(createDateFormat({ month: 'short' })(isoDate).replace('.', '')),
    };
  }, [language]);
}

/** Portuguese and Russian write months in lower case, except at the start of a sentence. */
const capitalise = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const tones = {
  pending: 'warn',
  approved: 'info',
  credited: 'ok',
  paid_out: 'ok',
  reversed: 'plain',
} as const;

interface Props {
  filter: ShareFilter;
  /** Set where the list covers several users. */
  showUser?: boolean;
}

export function ShareList({ filter, showUser = false }: Props) {
  const { t } = useTranslation('partner');
  return (
    <PagedList
      list={useInfiniteQuery(sharesQuery(filter))}
      loading={<LoadingRows count={4} row="h-14" className="grid gap-2" />}
      isInline
      empty={<p className="py-3 text-muted">{t('shares.none')}</p>}
    >
      {(shares) => (
        <ul aria-label={t('shares.title')}>
          {shares.map((share) => (
            <ShareRow key={share.id} share={share} showUser={showUser} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function ShareRow({ share, showUser }: { share: Share; showUser: boolean }) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const { state, reason, side, person_id: id, hundredths } = share;
  const reasonText =
    state === 'pending'
      ? t('shares.until', { day: format.shortDay(share.approve_at, share.time_zone) })
      : share.credit_month
        ? t('shares.creditedFor', {
            reason: t(`reason.${reason}`),
            month: format.monthInSentence(share.credit_month),
          })
        : t(`reason.${reason}`);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line py-3 last:border-0">
      <span className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <span className="font-semibold">
          {showUser
            ? `${t(side === 'buyer' ? 'buyerNumber' : 'sellerNumber', { id })} · ${format.shortDay(share.day)}`
            : format.shortDay(share.day)}
        </span>
        <span className="text-sm text-pretty text-muted">
          {hundredths < 0 ? t('shares.takenBack', { why: reasonText }) : reasonText}
        </span>
      </span>
      <Pill tone={tones[state]}>{t(`state.${state}`)}</Pill>
      <span
        className={cn(
          'grid justify-items-end whitespace-nowrap tabular-nums',
          state === 'reversed' && 'text-muted line-through',
        )}
      >
        <b>{format.roundedShares(hundredths)}</b>
        <span className="text-xs text-muted">{format.exactShare(hundredths)}</span>
      </span>
    </li>
  );
}

/** What a partner earned this month. */
export function MonthShares({ placeholder }: { placeholder: ReactNode }) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  return (
    <QueryState query={useQuery(overviewQuery)} loading={placeholder} isInline>
      {(data) => (
        <section className="relative grid max-w-[640px] gap-1.5 rounded-lg bg-panel p-4 lg:px-[22px] lg:py-5">
          <h2 className="text-sm text-muted">
            <Link to={paths.affiliate} className="after:absolute after:inset-0 after:rounded-lg">
              {t('main.title', { month: format.monthNameInSentence(data.month) })}
            </Link>
          </h2>
          <p className="font-display text-[clamp(1.125rem,.6rem+2.2vw,1.625rem)] leading-[1.15] font-bold tracking-[-.03em]">
            {format.roundedShares(data.pending_hundredths + data.approved_hundredths)}
          </p>
          <p className="text-xs text-muted">
            {t('main.note', { count: data.shares, day: format.day(data.next_credit) })}
          </p>
        </section>
      )}
    </QueryState>
  );
}
