import { isolateWords, type Weekday } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { IconArrowRight, IconDeviceMobile } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { ActivityRow } from './activity.api.ts';

const ROW_CLASS =
  'grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1 text-sm leading-5 lg:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1.2fr)_minmax(0,.8fr)]';

/** One line each from 992 px, two below, under the day they happened on. */
export function ActivityList({ rows }: { rows: readonly ActivityRow[] }) {
  const { t } = useTranslation('activity');
  const { formatDay } = useFormat();
  const days = Map.groupBy(rows, ({ at, sale_place: salePlace }) => formatDay(at, salePlace?.time_zone));
  return (
    <div className="rounded-lg bg-surface px-4 py-2 sm:px-6">
      <div
        aria-hidden="true"
        className={cn(ROW_CLASS, 'py-2 text-[.8125rem] font-semibold text-muted max-lg:hidden')}
      >
        <span>{t('columns.time')}</span>
        <span>{t('columns.who')}</span>
        <span>{t('columns.what')}</span>
        <span>{t('columns.detail')}</span>
        <span>{t('columns.place')}</span>
      </div>
      {[...days].map(([day, dayRows]) => (
        <section key={day} aria-label={day}>
          <h2 className="border-b border-line pt-4 pb-2 text-sm font-bold first-letter:uppercase">{day}</h2>
          <ul aria-label={t('title')} className="divide-y divide-line">
            {dayRows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Row({ row }: { row: ActivityRow }) {
  const { t } = useTranslation('activity');
  const { formatTime } = useFormat();
  const {
    kind,
    at,
    sent_at: sentAt,
    by,
    counter_name: counterName,
    device,
    sale_place: salePlace,
    product,
    order_id: orderId,
    member,
    email,
  } = row;
  const deviceName = device === null ? null : device || t('device');
  const who = by ? by.name || t('deleted') : ((counterName || deviceName) ?? t('wopack'));
  // What owners and managers do with a device is about it; all else happened at it.
  const isAboutDevice = by !== null && kind.startsWith('device_');
  const through = [
    isAboutDevice || deviceName === who ? null : deviceName,
    sentAt && t('sent', { time: formatTime(sentAt, salePlace?.time_zone) }),
  ].filter(Boolean);
  const subject = [
    orderId,
    product?.name ?? (member && member.id !== by?.id ? member.name : null),
    email,
    isAboutDevice ? deviceName : null,
  ].filter((part) => part !== null && part !== '');
  return (
    <li className={cn(ROW_CLASS, 'py-2.5')}>
      <time dateTime={at} className="text-muted tabular-nums max-lg:self-start">
        {formatTime(at, salePlace?.time_zone)}
      </time>
      <span className="flex items-center gap-2.5 wrap-anywhere max-lg:text-muted">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft font-bold max-lg:hidden"
        >
          {deviceName && !isAboutDevice ? (
            <IconDeviceMobile className="size-4.5" />
          ) : (
            who.charAt(0).toUpperCase()
          )}
        </span>
        <span className="min-w-0">
          <b className="block font-semibold">{who}</b>
          {through.length ? <span className="block text-xs text-muted">{through.join(', ')}</span> : null}
        </span>
      </span>
      <span className="wrap-anywhere max-lg:col-start-2">
        <b>{t(`kinds.${kind}`)}</b>
        {subject.length ? `: ${subject.map((part) => isolateWords(String(part))).join(' · ')}` : null}
      </span>
      <span className="max-lg:col-start-2">
        <Change row={row} />
      </span>
      <span className="wrap-anywhere text-muted max-lg:col-start-2">{salePlace?.name ?? t('business')}</span>
    </li>
  );
}

/** The day it concerns, what it was, and what it is now; nothing where neither is a number or a code that says something. */
function Change({ row: { kind, before, after } }: { row: ActivityRow }) {
  const { t } = useTranslation('activity');
  const { describeDates, describeChange } = useDescribe();
  const dates = describeDates(after ?? before ?? {});
  const [was, is] = describeChange({ before, after });
  // Nothing came after it.
  if (kind === 'member_ended') return was;
  if (!was || was === is) return [dates, is].filter(Boolean).join(', ');
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {dates ? <span>{dates}:</span> : null}
      <span className="text-muted">{was}</span>
      <IconArrowRight className="size-4 shrink-0" aria-label={t('became')} />
      <b>{is || t('nothing')}</b>
    </span>
  );
}

type Values = NonNullable<ActivityRow['after']>;

/** Left out where they stayed the same. */
const QUIET_KEYS = ['days', 'quantity', 'sale_places', 'role'] as const satisfies (keyof Values)[];

function withoutSame(values: Values, other: Values): Values {
  const same = new Set<string>(QUIET_KEYS.filter((key) => values[key] === other[key]));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !same.has(key)));
}

function useDescribe() {
  const { t } = useTranslation(['activity', 'membership', 'seller']);
  const format = useFormat();
  const describe = (values: Values | null): string => {
    if (!values) return '';
    const { quantity, price, refunded_cents: refunded, orders, role, reason, plan } = values;
    const { time_start: start, time_end: end, days, sale_places: places } = values;
    const parts = [
      start !== undefined && end !== undefined ? `${start}–${end}` : '',
      plan === 'closed' || plan === 'usual' ? t(`activity:${plan}`) : '',
      days === undefined ? '' : t('days', { count: days }),
      quantity === undefined ? '' : String(quantity),
      price === undefined ? '' : format.formatEuros(price),
      refunded === undefined ? '' : t('refunded', { amount: format.formatMoney(refunded) }),
      orders === undefined ? '' : t('orders', { count: orders }),
      role === undefined ? '' : t(`membership:roles.${role}`),
      places === undefined ? '' : t('membership:shops', { count: places }),
      reason === undefined ? '' : t(`activity:reasons.${reason}`),
    ];
    return parts.filter(Boolean).join(', ');
  };
  return {
    describeDates: ({ date, date_to: dateTo, weekdays }: Values): string =>
      weekdays
        ? weekdays
            .split(',')
            .map((day) => t(`seller:shortDays.${day as Weekday}`))
            .join(', ')
        : [date, dateTo === date ? undefined : dateTo]
            .flatMap((day) => (day === undefined ? [] : format.formatShortDate(day)))
            .join(' – '),
    /** What was and what is. */
    describeChange: ({ before, after }: Pick<ActivityRow, 'before' | 'after'>): [string, string] => {
      if (!before || !after) return [describe(before), describe(after)];
      const changed: [string, string] = [
        describe(withoutSame(before, after)),
        describe(withoutSame(after, before)),
      ];
      return changed.some(Boolean) ? changed : [describe(before), describe(after)];
    },
  };
}
