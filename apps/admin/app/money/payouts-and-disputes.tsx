import type { Reply } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { IconPlus } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRights } from '../lib/use-console.ts';
import { ActionDialog } from '../ui/forms.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { OrderLink, useDisputeWords } from '../ui/panels.tsx';

export type AdminPayoutRun = Reply<'getPayoutRun'>['data'];
export const getRunState = (run: Row<'payout_runs'>) => {
  if (run.sent_at === null) return 'made';
  return run.confirmed + run.returned < run.payouts ? 'sent' : 'done';
};
const RUN_TONES = { made: 'warn', sent: 'info', done: 'ok' } as const;

export function RunState({ run }: { run: Row<'payout_runs'> }) {
  const { t } = useTranslation('admin');
  const state = getRunState(run);
  return <Pill tone={RUN_TONES[state]}>{t(`payouts.runStates.${state}`)}</Pill>;
}

/** Files for the bank, one a run. */
export function PayoutRuns() {
  const { t } = useTranslation('admin');
  const { formatDateTime, formatAmount, formatInteger } = useFormat();
  const hasRight = useRights();
  const navigate = useNavigate();
  const [isPreparing, setPreparing] = useState(false);
  return (
    <>
      <ListPage
        resource="payout_runs"
        title={t('menu.payout_runs')}
        note={t('payouts.note')}
        columns={[
          {
            key: 'id',
            head: t('users.number'),
            sort: 'id',
            render: (row) => (
              <Link to={`/payout_runs/${row.id}`} className="underline underline-offset-3">
                {row.id}
              </Link>
            ),
          },
          {
            key: 'month',
            head: t('statements.month'),
            render: (row) => row.month ?? t('payouts.byHand'),
          },
          { key: 'made', head: t('payouts.made'), render: (row) => formatDateTime(row.created_at) },
          {
            key: 'sent',
            head: t('payouts.sentAt'),
            render: (row) => (row.sent_at ? formatDateTime(row.sent_at) : '–'),
          },
          {
            key: 'count',
            head: t('payouts.count'),
            isAmount: true,
            render: (row) => formatInteger(row.payouts),
          },
          {
            key: 'amount',
            head: t('payouts.amount'),
            isAmount: true,
            render: (row) => formatAmount(row.amount_cents),
          },
          {
            key: 'returned',
            head: t('payouts.returned'),
            isAmount: true,
            render: (row) => formatInteger(row.returned),
          },
          { key: 'state', head: t('orders.state'), render: (row) => <RunState run={row} /> },
        ]}
        filters={[
          { kind: 'day', name: 'from', label: t('list.from') },
          { kind: 'day', name: 'to', label: t('list.to') },
        ]}
        sort={{ field: 'id', order: 'DESC' }}
        emptyText={t('payouts.empty')}
        actions={
          hasRight('payouts.manage') ? (
            <Button
              variant="brand"
              size="small"
              icon={<IconPlus aria-hidden="true" />}
              onClick={() => setPreparing(true)}
            >
              {t('payouts.prepare')}
            </Button>
          ) : null
        }
      />
      {isPreparing ? (
        <ActionDialog
          title={t('payouts.prepare')}
          description={t('payouts.effects.prepare')}
          confirmLabel={t('payouts.prepare')}
          reasonHint={t('operators.reasonHint')}
          action={(reason) => call('createPayoutRun', { body: { reason } })}
          done={({ data }) => t(data.id === null ? 'payouts.nobodyDue' : 'payouts.prepared')}
          onDone={({ data }) => {
            if (data.id !== null) void navigate(`/payout_runs/${data.id}`);
          }}
          onClose={() => setPreparing(false)}
        />
      ) : null}
    </>
  );
}

const DAY_MS = 86_400_000;

const CLOSED = ['won', 'lost'];

/** Until when the bank waits for an answer; in colour when three days or less are left. */
function Deadline({ dispute }: { dispute: Row<'disputes'> }) {
  const { t } = useTranslation('admin');
  const { formatDateTime } = useFormat();
  if (CLOSED.includes(dispute.status))
    return (
      <Pill tone={dispute.status === 'won' ? 'ok' : 'bad'}>{t(`disputes.${dispute.status as 'won'}`)}</Pill>
    );
  if (!dispute.respond_by) return <Pill>{t('disputes.noDeadline')}</Pill>;
  const leftMs = Date.parse(dispute.respond_by) - Date.now();
  if (leftMs <= 0)
    return <Pill tone="bad">{t('disputes.passed', { at: formatDateTime(dispute.respond_by) })}</Pill>;
  return (
    <Pill tone={leftMs <= 3 * DAY_MS ? 'warn' : 'plain'}>
      {t('disputes.until', { at: formatDateTime(dispute.respond_by) })}
    </Pill>
  );
}

/** Payments that cardholders dispute at their bank. */
export function Disputes() {
  const { t } = useTranslation('admin');
  const { formatDateTime, formatAmount } = useFormat();
  const { nameReason, nameStatus } = useDisputeWords();
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async (reference: string) => {
    await navigator.clipboard.writeText(reference);
    setCopied(reference);
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
        {
          key: 'opened',
          head: t('disputes.opened'),
          sort: 'opened_at',
          render: (row) => formatDateTime(row.opened_at),
        },
        { key: 'order', head: t('orders.order'), render: (row) => <OrderLink id={row.order_id} /> },
        {
          key: 'reason',
          head: t('disputes.reason'),
          render: (row) => nameReason(row.reason),
        },
        {
          key: 'status',
          head: t('disputes.status'),
          render: (row) => nameStatus(row.status),
        },
        {
          key: 'amount',
          head: t('disputes.amount'),
          isAmount: true,
          render: (row) => formatAmount(row.amount_cents),
          sum: (sums) => formatAmount(sums.amount_cents),
        },
        {
          key: 'withdrawn',
          head: t('disputes.withdrawn'),
          isAmount: true,
          render: (row) => formatAmount(row.withdrawn_cents),
          sum: (sums) => formatAmount(sums.withdrawn_cents),
        },
        { key: 'deadline', head: t('disputes.deadline'), render: (row) => <Deadline dispute={row} /> },
      ]}
      filters={[
        { kind: 'day', name: 'from', label: t('list.from') },
        { kind: 'day', name: 'to', label: t('list.to') },
        {
          kind: 'choice',
          name: 'state',
          label: t('orders.state'),
          options: (['open', 'closed'] as const).map((value) => ({
            value,
            label: t(`disputes.states.${value}`),
          })),
        },
      ]}
      sort={{ field: 'opened_at', order: 'DESC' }}
      emptyText={t('disputes.empty')}
    />
  );
}
