import { closedDisputeStatuses, disputeReasons, refundFailures } from '@wopack/contract/vocabulary';
import { DAY_MS } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../lib/resources.ts';
import { useFormat } from '../lib/use-console.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { OrderLink } from '../ui/panels.tsx';

/** As Stripe names them. */
const DISPUTE_STATUSES = [
  'needs_response',
  'under_review',
  'won',
  'lost',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
  'appeal_needs_response',
  'appeal_under_review',
] as const;
export const isOneOf = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value);

/** What a provider names: reason and status of a dispute, why a refund failed. Unknown words have a general one. */
export function useProviderWords() {
  const { t } = useTranslation('admin');
  return {
    nameReason: (reason: string) =>
      t(`disputes.reasons.${isOneOf(disputeReasons, reason) ? reason : 'other'}`),
    nameStatus: (status: string) =>
      t(`disputes.statuses.${isOneOf(DISPUTE_STATUSES, status) ? status : 'other'}`),
    nameFailure: (failure: string) =>
      t(`refunds.failures.${isOneOf(refundFailures, failure) ? failure : 'other'}`),
  };
}

/** Words of a provider in the reader's language, and as they are. */
export const ProviderWords = ({ words, raw }: { words: string; raw: string }) => (
  <span className="inline-grid gap-0.5">
    <span>{words}</span>
    <span className="max-w-72 font-mono text-xs break-words whitespace-normal text-muted">{raw}</span>
  </span>
);

/** Until when the bank waits for an answer; in colour when three days or less are left. */
function Deadline({ dispute }: { dispute: Row<'disputes'> }) {
  const { t } = useTranslation('admin');
  const { formatDateTime } = useFormat();
  const { nameStatus } = useProviderWords();
  const { status } = dispute;
  if (closedDisputeStatuses.includes(status))
    return <Pill tone={status === 'lost' ? 'bad' : 'ok'}>{nameStatus(status)}</Pill>;
  if (!dispute.respond_by) return <Pill>{t('disputes.noDeadline')}</Pill>;
  const leftMs = Date.parse(dispute.respond_by) - serverNow();
  if (leftMs <= 0)
    return <Pill tone="bad">{t('disputes.passed', { at: formatDateTime(dispute.respond_by) })}</Pill>;
  return (
    <Pill tone={leftMs <= 3 * DAY_MS ? 'warn' : 'plain'}>
      {t('disputes.until', { at: formatDateTime(dispute.respond_by) })}
    </Pill>
  );
}

/** Payments that cardholders dispute at their bank. */
export default function Disputes() {
  const { t } = useTranslation('admin');
  const { time, amount } = useColumns('disputes');
  const period = usePeriodFilters();
  const { formatAmount } = useFormat();
  const { nameReason, nameStatus } = useProviderWords();
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async (reference: string) => {
    try {
      await navigator.clipboard.writeText(reference);
      setCopied(reference);
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <ListPage
      resource="disputes"
      title={t('menu.disputes')}
      note={t('disputes.note')}
      columns={[
        {
          key: 'reference',
          head: t('disputes.reference'),
          render: (row) => (
            <span className="inline-flex flex-wrap items-center gap-2 lg:flex-nowrap">
              <span title={row.reference} className="max-w-40 truncate font-mono text-xs">
                {row.reference}
              </span>
              <Button
                variant="ghost"
                size="small"
                aria-label={t('disputes.copyOf', { reference: row.reference })}
                onClick={() => void copy(row.reference)}
              >
                {t(copied === row.reference ? 'disputes.copied' : 'disputes.copy')}
              </Button>
            </span>
          ),
        },
        time('opened', t('disputes.opened'), (row) => row.opened_at, { sort: 'opened_at' }),
        { key: 'order', head: t('shared.order'), render: (row) => <OrderLink id={row.order_id} /> },
        {
          key: 'reason',
          head: t('disputes.reason'),
          render: (row) => <ProviderWords words={nameReason(row.reason)} raw={row.reason} />,
        },
        {
          key: 'status',
          isState: true,
          head: t('disputes.status'),
          render: (row) => <ProviderWords words={nameStatus(row.status)} raw={row.status} />,
        },
        amount('amount', t('disputes.amount'), (row) => row.amount_cents, {
          sum: (sums) => formatAmount(sums.amount_cents),
        }),
        amount('withdrawn', t('disputes.withdrawn'), (row) => row.withdrawn_cents, {
          sum: (sums) => formatAmount(sums.withdrawn_cents),
        }),
        { key: 'deadline', head: t('disputes.deadline'), render: (row) => <Deadline dispute={row} /> },
      ]}
      filters={[
        ...period,
        chooseFrom('state', t('shared.state'), ['open', 'closed'], (value) => t(`disputes.states.${value}`)),
      ]}
      sort={{ field: 'opened_at', order: 'DESC' }}
      emptyText={t('disputes.empty')}
    />
  );
}
