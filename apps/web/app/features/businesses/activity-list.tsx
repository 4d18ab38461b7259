import { isolateWords } from '@wopack/domain';
import { IconArrowRight, IconDeviceMobile } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { ActivityRow } from './activity.api.ts';

/** One line each from 992 px, two below, under the day they happened on. */
export function ActivityList({ rows }: { rows: readonly ActivityRow[] }) {
  const { t } = useTranslation('activity');
  const { formatDay } = useFormat();
  const days = Map.groupBy(rows, ({ at, sale_place: salePlace }) => formatDay(at, salePlace?.time_zone));
  return (
    <div className="rounded-lg bg-surface px-4 py-2 sm:px-6">
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
  const subject =
    product?.name ??
    member?.name ??
    email ??
    (orderId === null ? (deviceName === who ? '' : (deviceName ?? '')) : String(orderId));
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1 py-2.5 text-sm leading-5 lg:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1.2fr)_minmax(0,.8fr)]">
      <time dateTime={at} className="text-muted tabular-nums max-lg:self-start">
        {formatTime(at, salePlace?.time_zone)}
      </time>
      <span className="flex items-center gap-2 font-semibold wrap-anywhere max-lg:text-muted">
        {deviceName ? (
          <IconDeviceMobile
            className="size-5 shrink-0"
            aria-label={deviceName}
            aria-hidden={who === deviceName}
          />
        ) : null}
        {who}
      </span>
      <span className="wrap-anywhere max-lg:col-start-2">
        <b>{t(`kinds.${kind}`)}</b>
        {subject ? `: ${isolateWords(subject)}` : null}
      </span>
      <span className="max-lg:col-start-2">
        <Change row={row} />
      </span>
      <span className="wrap-anywhere text-muted max-lg:col-start-2">{salePlace?.name ?? t('business')}</span>
    </li>
  );
}

/** Of which day, what it was, and what it is now; nothing where neither is a number or a code that says something. */
function Change({ row: { before, after } }: { row: ActivityRow }) {
  const { t } = useTranslation('activity');
  const { describeDates, describe } = useDescribe();
  const dates = describeDates(after ?? before ?? {});
  const was = before ? describe(before) : '';
  const is = after ? describe(after) : '';
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

function useDescribe() {
  const { t } = useTranslation(['activity', 'membership', 'seller']);
  const format = useFormat();
  return {
    describeDates: ({ date, date_to: dateTo }: Values): string =>
      [date, dateTo === date ? undefined : dateTo]
        .flatMap((day) => (day === undefined ? [] : format.formatShortDate(day)))
        .join(' – '),
    describe: ({
      quantity,
      price,
      refunded_cents: refunded,
      orders,
      role,
      reason,
      ...values
    }: Values): string => {
      const { time_start: start, time_end: end, days, sale_places: places } = values;
      const parts = [
        start !== undefined && end !== undefined ? `${start}–${end}` : '',
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
    },
  };
}
