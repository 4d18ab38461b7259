import { refundStates } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRights } from '../lib/use-console.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { OrderLink } from '../ui/panels.tsx';
import { ProviderWords, useProviderWords } from './disputes.tsx';

type AdminRefund = Row<'refunds'>;
type TransferOutcome = 'confirmed' | 'withdrawn';

const STATE_TONES = {
  queued: 'info',
  waiting: 'warn',
  sent: 'ok',
  failed: 'bad',
  refused: 'bad',
  settled: 'ok',
  disputed: 'plain',
  restored: 'plain',
} as const satisfies Record<AdminRefund['state'], string>;

function RefundState({ refund }: { refund: AdminRefund }) {
  const { t } = useTranslation('admin');
  const { formatDateTime } = useFormat();
  const { state, next_try_at: nextTryAt } = refund;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Pill tone={STATE_TONES[state]}>{t(`refunds.states.${state}`)}</Pill>
      {nextTryAt ? (
        <span className="text-xs text-muted">{t('refunds.nextTry', { at: formatDateTime(nextTryAt) })}</span>
      ) : null}
    </span>
  );
}

/** Whether a noted bank transfer was sent: another operator than who noted it says so, or somebody takes the note back. */
function TransferDialog({
  refund,
  outcome,
  onClose,
}: {
  refund: AdminRefund;
  outcome: TransferOutcome;
  onClose: () => void;
}) {
  const { t } = useTranslation('admin');
  const { formatMoney } = useFormat();
  const { bank_reference: reference, amount_cents: amountCents, operator } = refund.noted_transfer!;
  return (
    <ActionDialog
      // Whoever noted it may withdraw it.
      about={outcome === 'confirmed' ? { kind: 'refund', id: refund.id, right: 'payouts.manage' } : null}
      title={t(`refunds.transfer.${outcome}Of`, { id: refund.id })}
      description={t(`refunds.transfer.${outcome}Effect`, {
        amount: formatMoney(amountCents),
        reference,
        name: operator.name,
      })}
      confirmLabel={t(`refunds.transfer.${outcome}`)}
      isDanger={outcome === 'withdrawn'}
      reasonHint={t('refunds.reasonHint')}
      action={(reason) =>
        call('decideRefundTransfer', { params: { id: refund.id }, body: { outcome, reason } })
      }
      done={t('saved')}
      onClose={onClose}
    />
  );
}

/** Money on its way back to buyers, and what did not get through. */
export default function Refunds() {
  const { t } = useTranslation('admin');
  const { time, amount } = useColumns('refunds');
  const { formatAmount, formatInteger, formatMoney } = useFormat();
  const hasRight = useRights();
  const { nameFailure } = useProviderWords();
  const period = usePeriodFilters();
  const [repeated, setRepeated] = useState<AdminRefund | null>(null);
  const [settled, setSettled] = useState<AdminRefund | null>(null);
  const [restored, setRestored] = useState<AdminRefund | null>(null);
  const [transfer, setTransfer] = useState<{ refund: AdminRefund; outcome: TransferOutcome } | null>(null);
  const canDecide = ({ state }: AdminRefund) => state === 'failed' || state === 'refused';
  return (
    <>
      <ListPage
        resource="refunds"
        title={t('menu.refunds')}
        note={t('refunds.note')}
        columns={[
          { key: 'id', head: t('shared.number'), render: (row) => row.id },
          time('made', t('refunds.made'), (row) => row.created_at, { sort: 'created_at' }),
          { key: 'order', head: t('shared.order'), render: (row) => <OrderLink id={row.order_id} /> },
          { key: 'buyer', head: t('refunds.buyer'), render: (row) => row.buyer.name },
          amount('amount', t('refunds.amount'), (row) => row.amount_cents, {
            sum: (sums) => formatAmount(sums.amount_cents),
          }),
          {
            key: 'why',
            head: t('refunds.why'),
            render: (row) =>
              row.error ? <ProviderWords words={nameFailure(row.error)} raw={row.error} /> : '–',
          },
          {
            key: 'tries',
            head: t('refunds.tries'),
            isAmount: true,
            isOptional: true,
            render: (row) => formatInteger(row.tries),
          },
          {
            key: 'references',
            head: t('refunds.references'),
            isOptional: true,
            render: (row) => (
              <span className="font-mono text-xs break-all">{row.references.join(' ') || '–'}</span>
            ),
          },
          {
            key: 'decide',
            head: t('refunds.decide'),
            render: (row) =>
              row.noted_transfer ? (
                <span className="grid gap-1.5">
                  <span className="text-xs text-muted">
                    {t('refunds.transfer.noted', {
                      reference: row.noted_transfer.bank_reference,
                      amount: formatMoney(row.noted_transfer.amount_cents),
                      name: row.noted_transfer.operator.name,
                    })}
                  </span>
                  {hasRight('payouts.manage') ? (
                    <span className="inline-flex flex-wrap gap-2">
                      {(['confirmed', 'withdrawn'] as const).map((outcome) => (
                        <Button
                          key={outcome}
                          variant="ghost"
                          size="small"
                          onClick={() => setTransfer({ refund: row, outcome })}
                        >
                          {t(`refunds.transfer.${outcome}`)}
                        </Button>
                      ))}
                    </span>
                  ) : null}
                </span>
              ) : canDecide(row) || (row.error && row.next_try_at) ? (
                <span className="inline-flex flex-wrap gap-2">
                  {hasRight('orders.refund') ? (
                    <Button variant="ghost" size="small" onClick={() => setRepeated(row)}>
                      {t('refunds.repeat')}
                    </Button>
                  ) : null}
                  {canDecide(row) && hasRight('payouts.manage') ? (
                    <Button variant="ghost" size="small" onClick={() => setSettled(row)}>
                      {t('refunds.settle')}
                    </Button>
                  ) : null}
                  {row.can_restore && hasRight('payouts.manage') ? (
                    <Button variant="ghost" size="small" onClick={() => setRestored(row)}>
                      {t('refunds.restore')}
                    </Button>
                  ) : null}
                </span>
              ) : (
                '–'
              ),
          },
          {
            key: 'state',
            isState: true,
            head: t('shared.state'),
            render: (row) => <RefundState refund={row} />,
          },
        ]}
        filters={[
          ...period,
          chooseFrom('state', t('shared.state'), refundStates, (value) => t(`refunds.states.${value}`)),
        ]}
        sort={{ field: 'created_at', order: 'DESC' }}
        emptyText={t('refunds.empty')}
      />
      {repeated ? (
        <ActionDialog
          about={{ kind: 'refund', id: repeated.id, right: 'orders.refund' }}
          title={t('refunds.repeatOf', { id: repeated.id })}
          description={t('refunds.repeatEffect', { amount: formatMoney(repeated.amount_cents) })}
          confirmLabel={t('refunds.repeat')}
          reasonHint={t('refunds.reasonHint')}
          action={(reason) => call('repeatRefund', { params: { id: repeated.id }, body: { reason } })}
          done={t('refunds.repeated')}
          onClose={() => setRepeated(null)}
        />
      ) : null}
      {restored ? (
        <ActionDialog
          about={{ kind: 'refund', id: restored.id, right: 'payouts.manage' }}
          title={t('refunds.restoreOf', { id: restored.id })}
          description={t('refunds.restoreEffect', { amount: formatMoney(restored.amount_cents) })}
          confirmLabel={t('refunds.restore')}
          reasonHint={t('refunds.reasonHint')}
          action={(reason) => call('restoreSale', { params: { id: restored.id }, body: { reason } })}
          done={t('refunds.restored')}
          onClose={() => setRestored(null)}
        />
      ) : null}
      {transfer ? <TransferDialog {...transfer} onClose={() => setTransfer(null)} /> : null}
      {settled ? (
        <ActionDialog
          about={{ kind: 'refund', id: settled.id, right: 'payouts.manage' }}
          title={t('refunds.settleOf', { id: settled.id })}
          description={t('refunds.settleEffect', { amount: formatMoney(settled.amount_cents) })}
          confirmLabel={t('refunds.settle')}
          reasonHint={t('refunds.reasonHint')}
          reference={{ field: 'bank_reference', label: t('refunds.bankReference') }}
          action={(reason, bank_reference) =>
            call('settleRefund', { params: { id: settled.id }, body: { bank_reference, reason } })
          }
          done={t('refunds.settled')}
          onClose={() => setSettled(null)}
        />
      ) : null}
    </>
  );
}
