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
export default function PayoutRuns() {
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
