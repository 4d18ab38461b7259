import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconAlertTriangle, IconCheck, IconHourglass } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { formatMonth } from './format-month.ts';
import { type ProviderTransfers as Transfers, transfersQuery } from './payout-account.api.ts';

interface Props {
  businessId: number | null;
  providerName: string;
  transactionsPath: string;
}

/** What the provider has of the earnings, and what it moved last. */
export function ProviderTransfers({ businessId, providerName, transactionsPath }: Props) {
  const { t } = useTranslation('payoutAccount');
  return (
    <QueryState
      query={useQuery(transfersQuery(businessId))}
      loading={<Skeleton className="h-64 rounded-lg" />}
    >
      {(transfers) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.65fr)] lg:gap-5">
          <Earnings transfers={transfers} providerName={providerName} />
          <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
            <h2 className="h2">{t('moves.title')}</h2>
            {transfers.moves.length === 0 ? (
              <p className="text-pretty text-muted">{t(`moves.none.${businessId ? 'seller' : 'partner'}`)}</p>
            ) : (
              <ul className="grid divide-y divide-line">
                {transfers.moves.map((move) => (
                  <MoveRow key={move.id} move={move} />
                ))}
              </ul>
            )}
            <p>
              <TextLink to={transactionsPath} className="text-sm">
                {t('moves.all')}
              </TextLink>
            </p>
          </section>
        </div>
      )}
    </QueryState>
  );
}

function Earnings({ transfers, providerName }: { transfers: Transfers; providerName: string }) {
  const { t, i18n } = useTranslation('payoutAccount');
  const { formatMoney } = useFormat();
  const {
    month,
    paid_cents: paid,
    on_way_cents: onWay,
    held_cents: held,
    pending_cents: pending,
  } = transfers;
  return (
    <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h2">{t('earnings.title')}</h2>
      <dl className="grid gap-2.5">
        <Sum name={t('earnings.paid', { month: formatMonth(month, i18n.language) })}>{formatMoney(paid)}</Sum>
        {onWay === 0 ? null : <Sum name={t('earnings.onWay')}>{formatMoney(onWay)}</Sum>}
        <Sum name={t('earnings.held', { provider: providerName })}>{formatMoney(held)}</Sum>
        <Sum name={t(pending < 0 ? 'earnings.deducted' : 'earnings.pending')}>{formatMoney(pending)}</Sum>
        <Sum name={<b>{t('earnings.total')}</b>} isTotal>
          {formatMoney(paid + onWay + held + pending)}
        </Sum>
      </dl>
      {pending < 0 ? <p className="text-sm text-pretty text-muted">{t('earnings.deductedNote')}</p> : null}
    </section>
  );
}

const Sum = ({
  name,
  isTotal = false,
  children,
}: {
  name: ReactNode;
  isTotal?: boolean;
  children: ReactNode;
}) => (
  <div
    className={cn(
      'flex items-baseline justify-between gap-x-4',
      isTotal && 'border-t border-dashed border-line-strong pt-2.5',
    )}
  >
    <dt className="min-w-0 text-pretty text-muted">{name}</dt>
    <dd className="shrink-0 font-bold tabular-nums">{children}</dd>
  </div>
);

type Move = Transfers['moves'][number];

const STATES = {
  queued: { tone: 'info', icon: <IconHourglass /> },
  unknown: { tone: 'info', icon: <IconHourglass /> },
  pending: { tone: 'info', icon: <IconHourglass /> },
  made: { tone: 'ok', icon: <IconCheck /> },
  paid: { tone: 'ok', icon: <IconCheck /> },
  refused: { tone: 'warn', icon: <IconAlertTriangle /> },
  failed: { tone: 'bad', icon: <IconAlertTriangle /> },
  cancelled: { tone: 'plain', icon: null },
} as const satisfies Record<Move['state'], unknown>;

function MoveRow({
  move: { kind, at, amount_cents: cents, state, order_id: order, arrives_on: day },
}: {
  move: Move;
}) {
  const { t } = useTranslation('payoutAccount');
  const format = useFormat();
  const { tone, icon } = STATES[state];
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 py-3">
      <span className="grid min-w-0 flex-1 basis-48">
        <b className="wrap-anywhere">{t(`moves.kinds.${kind}`)}</b>
        <span className="text-sm text-pretty text-muted">
          {format.formatDay(at)}
          {order ? ` · ${t('moves.order', { id: order })}` : null}
          {day && state === 'pending' ? ` · ${t('moves.arrives', { day: format.formatDate(day) })}` : null}
        </span>
      </span>
      <Pill tone={tone} icon={icon}>
        {t(`moves.states.${state}`)}
      </Pill>
      <b className="ml-auto tabular-nums">{format.formatMoney(kind === 'transfer' ? cents : -cents)}</b>
    </li>
  );
}
