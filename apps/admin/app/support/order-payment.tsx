import { useMutation } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { IconAlertTriangle, IconCheck, IconRefresh } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import { useFormat, useRights } from '../lib/use-console.ts';
import { ProviderWords, useProviderWords } from '../money/disputes.tsx';
import { CaseGuard } from '../ui/case-guard.tsx';
import { ReasonField } from '../ui/forms-and-actions.tsx';
import { Fact, Facts, Panel } from '../ui/panels.tsx';
import { RefundForm } from './refund-form.tsx';

type Order = Reply<'getAdminOrder'>['data'];

export function Ledger({ order }: { order: Order }) {
  const { t } = useTranslation('admin');
  const { formatAmount, formatDateTime } = useFormat();
  if (order.transactions.length === 0) return null;
  const entries = order.transactions.flatMap((transaction) => transaction.entries);
  const debit = entries.reduce((sum, { amount_cents }) => sum + Math.max(0, amount_cents), 0);
  const credit = entries.reduce((sum, { amount_cents }) => sum + Math.max(0, -amount_cents), 0);
  return (
    <Panel
      title={t('order.ledger')}
      aside={
        debit === credit ? (
          <Pill tone="ok" icon={<IconCheck />}>
            {t('order.balances')}
          </Pill>
        ) : (
          <Pill tone="bad" icon={<IconAlertTriangle />}>
            {t('order.differs')}
          </Pill>
        )
      }
    >
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{t('order.ledger')}</caption>
          <thead>
            <tr className="h-9 text-xs text-muted">
              <th scope="col" className="text-left font-semibold">
                {t('shared.account')}
              </th>
              <th scope="col" className="text-right font-semibold">
                {t('order.debit')}
              </th>
              <th scope="col" className="pl-4 text-right font-semibold">
                {t('order.credit')}
              </th>
            </tr>
          </thead>
          {order.transactions.map((transaction) => (
            <tbody key={transaction.id} className="border-t border-line">
              <tr className="h-9">
                <th scope="rowgroup" colSpan={3} className="pt-2 text-left font-normal text-muted">
                  <b className="text-text">{transaction.id}</b>{' '}
                  {t(`transactions.${transaction.kind as 'sale'}`, transaction.kind)} ·{' '}
                  {formatDateTime(transaction.at)}
                </th>
              </tr>
              {transaction.entries.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and never change
                <tr key={index} className="h-9 border-t border-line">
                  <th scope="row" className="text-left font-normal">
                    {t(`accounts.${entry.account as 'bank'}`, entry.account)}
                    {entry.user ? `: ${isolateWords(entry.user.name)}` : null}
                  </th>
                  <td className="text-right tabular-nums">
                    {entry.amount_cents > 0 ? formatAmount(entry.amount_cents) : null}
                  </td>
                  <td className="pl-4 text-right tabular-nums">
                    {entry.amount_cents < 0 ? formatAmount(-entry.amount_cents) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
          <tfoot>
            <tr className="h-9 border-t border-dashed border-line-strong font-bold">
              <th scope="row" className="text-left">
                {t('order.total')}
              </th>
              <td className="text-right tabular-nums">{formatAmount(debit)}</td>
              <td className="pl-4 text-right tabular-nums">{formatAmount(credit)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  );
}

export function Refund({ order }: { order: Order }) {
  const { t } = useTranslation('admin');
  const hasRight = useRights();
  const { formatAmount, formatMoney } = useFormat();
  const [reason, setReason] = useState('');
  const aside = t('refund.sofar', {
    paid: formatAmount(order.price_cents),
    refunded: formatAmount(order.refunded_cents),
  });
  if (!order.can_refund || !hasRight('orders.refund'))
    return (
      <Panel title={t('refund.title')} aside={aside}>
        <p className="text-sm text-muted">{t(order.can_refund ? 'refund.whoCan' : 'refund.notPossible')}</p>
      </Panel>
    );
  return (
    <Panel title={t('refund.title')} aside={aside}>
      <CaseGuard kind="order" id={order.id} right="orders.refund">
        <RefundForm
          order={order}
          decisions={['all', 'packs', 'part']}
          fields={['reason']}
          submit={(_decision, { refundedTotalCents, units, ground }) =>
            call('refundAdminOrder', {
              params: { id: order.id },
              body: {
                ...(units > 0
                  ? { packs: order.returned_quantity + units }
                  : { refunded_total_cents: refundedTotalCents }),
                ground,
                reason: reason.trim(),
              },
            })
          }
          buttonLabel={(_decision, cents) => t('refund.button', { amount: formatMoney(cents) })}
          done={t('refund.done')}
        >
          {(errorOf) => (
            <ReasonField
              label={t('refund.reasonFor', {
                name: order.buyer.name,
                language: t(`languages.${order.buyer_language as 'pt'}`),
              })}
              hint={t('refund.reasonHint', { name: order.sale_place.name })}
              value={reason}
              onChange={setReason}
              error={errorOf('reason')}
            />
          )}
        </RefundForm>
      </CaseGuard>
    </Panel>
  );
}

export function Payment({ order }: { order: Order }) {
  const { t } = useTranslation('admin');
  const { formatMoney, formatDateTime } = useFormat();
  const { payment } = order;
  const { nameFailure } = useProviderWords();
  const {
    mutate: ask,
    data: answer,
    error,
    isPending,
  } = useMutation({ mutationFn: () => call('getProviderState', { params: { id: order.id } }) });
  const state = answer?.data;
  return (
    <Panel
      title={t('payment.title')}
      aside={
        <Button variant="ghost" size="small" icon={<IconRefresh />} loading={isPending} onClick={() => ask()}>
          {t('payment.ask')}
        </Button>
      }
    >
      <Facts>
        <Fact name={t('payment.state')}>{t(`paymentStates.${payment.state as 'paid'}`)}</Fact>
        {payment.reference ? (
          <Fact name={t('payment.reference')}>
            <span className="font-mono text-xs break-all">{payment.reference}</span>
          </Fact>
        ) : null}
        <Fact name={t('payment.method')}>
          {t(`payment.methods.${payment.method}`)}
          {payment.card ? ` •• ${payment.card}` : null}
        </Fact>
        {payment.credit_cents + payment.discount_cents > 0 ? (
          <>
            <Fact name={t('payment.byCard')}>{formatMoney(payment.card_cents)}</Fact>
            {payment.credit_cents > 0 ? (
              <Fact name={t('payment.byCredit')}>{formatMoney(payment.credit_cents)}</Fact>
            ) : null}
            {payment.discount_cents > 0 ? (
              <Fact name={t('payment.byCode', { code: payment.code ?? '' })}>
                {formatMoney(payment.discount_cents)} ·{' '}
                {t(payment.discount_payer === 'business' ? 'payment.paidByShop' : 'payment.paidByWopack')}
              </Fact>
            ) : null}
          </>
        ) : null}
        {payment.settled_at ? (
          <Fact name={t('payment.settled')}>{formatDateTime(payment.settled_at)}</Fact>
        ) : null}
        {payment.failure ? <Fact name={t('payment.failure')}>{payment.failure}</Fact> : null}
        {payment.refund_error ? (
          <Fact name={t('payment.refundError')}>
            <ProviderWords words={nameFailure(payment.refund_error)} raw={payment.refund_error} /> (
            {payment.refund_tries})
          </Fact>
        ) : null}
      </Facts>
      <InlineError query={{ error, refetch: ask }} />
      {state ? (
        <div role="status" className="grid gap-2.5 border-t border-line pt-4">
          <Facts>
            <Fact name={t('payment.providerSays', { provider: state.provider })}>
              {t(`providerStates.${state.status}`)}
            </Fact>
            {state.amount_cents === null ? null : (
              <Fact name={t('payment.charged')}>{formatMoney(state.amount_cents)}</Fact>
            )}
            {state.refunded_cents === null ? null : (
              <Fact name={t('payment.refunded')}>{formatMoney(state.refunded_cents)}</Fact>
            )}
          </Facts>
          <p className={cn('flex items-center gap-1.5 text-sm', state.matches ? 'text-save' : 'text-danger')}>
            {state.matches ? (
              <IconCheck className="size-4 shrink-0" />
            ) : (
              <IconAlertTriangle className="size-4 shrink-0" />
            )}
            {t(state.matches ? 'payment.matches' : 'payment.differs')}
          </p>
        </div>
      ) : null}
    </Panel>
  );
}
