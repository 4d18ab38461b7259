import { useMutation } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircle,
  IconCreditCard,
  IconHourglassHigh,
  IconMail,
  IconMessageCircle,
  IconReceiptEuro,
  IconRefresh,
  IconStarFilled,
  IconUser,
  IconX,
} from '@wopack/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import { useAction, useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { ActionDialog, ReasonField } from '../ui/forms.tsx';
import {
  Fact,
  Facts,
  OrderStatePill,
  PageHead,
  PageState,
  Panel,
  useActionNames,
  useDisputeWords,
} from '../ui/panels.tsx';
import { RefundForm } from './refund-form.tsx';

type Order = Reply<'getAdminOrder'>['data'];
type TimeLineEvent = Order['time_line'][number];
type EventKind = TimeLineEvent['kind'];

/** An order: what happened, its money, and what can be done. */
export default function OrderPage() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord<Order>('orders', id);
  const { formatDateTime, formatTime, formatMoney } = useFormat();
  const order = query.data;
  if (!order) return <PageState query={query} />;
  return (
    <div className="grid gap-4">
      <PageHead
        title={t('order.title', { id: order.id })}
        state={<OrderStatePill state={order.state} />}
        back={{ to: '/orders', label: t('menu.orders') }}
        subtitle={
          <>
            <Link to={`/users/${order.buyer.id}`} className="link">
              {order.buyer.name}
            </Link>{' '}
            · {order.buyer_email} · {order.product.name} ·{' '}
            <Link to={filterLink({ sale_place_id: order.sale_place.id })} className="link">
              {order.sale_place.name}
            </Link>{' '}
            ·{' '}
            {t('order.pickup', {
              window: `${formatDateTime(order.pickup_start)}–${formatTime(order.pickup_end)}`,
            })}{' '}
            · <b className="text-text">{formatMoney(order.price_cents)}</b>
          </>
        }
        actions={<OrderActions order={order} />}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[1fr_360px]">
        <div className="grid min-w-0 gap-4">
          <TimeLine order={order} />
          <Ledger order={order} />
        </div>
        <div className="grid min-w-0 gap-4">
          {/* New after each refund: neither the form nor the provider's answer holds any longer. */}
          <Refund key={`${order.refunded_cents} ${order.state}`} order={order} />
          <Payment key={`payment ${order.refunded_cents} ${order.state}`} order={order} />
        </div>
      </div>
    </div>
  );
}

const filterLink = (filter: Record<string, number>) =>
  `/orders?filter=${encodeURIComponent(JSON.stringify(filter))}`;

function OrderActions({ order }: { order: Order }) {
  const { t } = useTranslation('admin');
  const hasRight = useRights();
  const [isCancelling, setCancelling] = useState(false);
  const { run, isRunning } = useAction(() => call('resendTicket', { params: { id: order.id } }), {
    done: t('order.ticketSent'),
  });
  return (
    <>
      {order.can_resend_ticket && hasRight('orders.support') ? (
        <Button
          variant="ghost"
          size="small"
          icon={<IconMail aria-hidden="true" />}
          loading={isRunning}
          onClick={() => run(undefined)}
        >
          {t('order.resendTicket')}
        </Button>
      ) : null}
      {order.can_cancel && hasRight('orders.refund') ? (
        <Button variant="danger" size="small" onClick={() => setCancelling(true)}>
          {t('order.cancel')}
        </Button>
      ) : null}
      {isCancelling ? (
        <ActionDialog
          title={t('order.cancelTitle', { id: order.id })}
          description={t('order.cancelText')}
          confirmLabel={t('order.cancel')}
          isDanger
          reasonHint={t('order.reasonHint')}
          action={(reason) => call('cancelAdminOrder', { params: { id: order.id }, body: { reason } })}
          done={t('order.cancelled')}
          onClose={() => setCancelling(false)}
        />
      ) : null}
    </>
  );
}

const EVENT_ICONS: Record<EventKind, ReactNode> = {
  hold: <IconHourglassHigh />,
  paid: <IconCreditCard />,
  reminder: <IconMail />,
  collected: <IconCheck />,
  not_collected: <IconX />,
  cancelled_by_buyer: <IconX />,
  cancelled_by_store: <IconX />,
  reported: <IconAlertTriangle />,
  question: <IconMessageCircle />,
  seller_message: <IconMessageCircle />,
  answered: <IconMessageCircle />,
  refunded: <IconReceiptEuro />,
  rated: <IconStarFilled />,
  disputed: <IconAlertTriangle />,
  operator: <IconUser />,
};
/** Money and hand-out are dark, trouble is red, the rest grey. */
const STRONG_EVENTS: readonly EventKind[] = ['paid', 'collected', 'refunded'];
const TROUBLE_EVENTS: readonly EventKind[] = ['reported', 'disputed'];

function TimeLine({ order }: { order: Order }) {
  const { t } = useTranslation('admin');
  const { formatDateTimeSeconds, formatMoney } = useFormat();
  const { nameAction } = useActionNames();
  const { nameReason, nameStatus } = useDisputeWords();
  const describe = ({ kind, text, dispute }: TimeLineEvent) => {
    if (dispute) return `${nameReason(dispute.reason)}, ${nameStatus(dispute.status)}`;
    return kind === 'operator' ? nameAction(text) : text;
  };
  return (
    <Panel title={t('order.timeLine')}>
      <ol className="grid text-sm">
        {order.time_line.map((event, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: events have no id and are never reordered
            key={index}
            className="relative grid grid-cols-[auto_1fr] gap-x-3 pb-4 before:absolute before:top-7 before:bottom-0 before:left-3.5 before:w-px before:bg-line last:pb-0 last:before:hidden sm:grid-cols-[9.5rem_auto_1fr] sm:before:left-[calc(9.5rem+1.625rem)]"
          >
            <time
              dateTime={event.at}
              className="col-start-2 row-start-2 text-xs text-muted tabular-nums sm:col-start-1 sm:row-start-1 sm:pt-1.5 sm:text-right"
            >
              {formatDateTimeSeconds(event.at)}
            </time>
            <span
              aria-hidden="true"
              className={cn(
                'col-start-1 row-start-1 grid size-7 place-items-center rounded-full sm:col-start-2 [&_svg]:size-4',
                STRONG_EVENTS.includes(event.kind)
                  ? 'bg-primary text-on-primary'
                  : TROUBLE_EVENTS.includes(event.kind)
                    ? 'bg-urgent-soft text-urgent'
                    : 'bg-quiet text-muted',
              )}
            >
              {EVENT_ICONS[event.kind] ?? <IconCircle />}
            </span>
            <span className="col-start-2 row-start-1 min-w-0 pt-1 sm:col-start-3">
              <b>{t(`events.${event.kind}`)}</b>
              {event.amount_cents === null ? null : ` · ${formatMoney(event.amount_cents)}`}
              {event.by ? (
                <span className="text-muted">
                  {' · '}
                  {event.kind === 'paid' ? `•• ${event.by}` : nameAuthor(event.by, t)}
                </span>
              ) : null}
              <span className="block break-words text-muted">{describe(event)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const nameAuthor = (by: string, t: ReturnType<typeof useTranslation<'admin'>>['t']): string =>
  by === 'seller' || by === 'operator' ? t(`authors.${by}`) : by;

function Ledger({ order }: { order: Order }) {
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
          <Pill tone="ok" icon={<IconCheck aria-hidden="true" />}>
            {t('order.balances')}
          </Pill>
        ) : (
          <Pill tone="bad" icon={<IconAlertTriangle aria-hidden="true" />}>
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
                {t('order.account')}
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
                    {entry.user ? `: ${entry.user.name}` : null}
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

function Refund({ order }: { order: Order }) {
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
      <RefundForm
        order={order}
        decisions={['all', 'part']}
        fields={['reason']}
        submit={(_decision, refunded_total_cents, ground) =>
          call('refundAdminOrder', {
            params: { id: order.id },
            body: { refunded_total_cents, ground, reason: reason.trim() },
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
    </Panel>
  );
}

function Payment({ order }: { order: Order }) {
  const { t } = useTranslation('admin');
  const { formatMoney, formatDateTime } = useFormat();
  const { payment } = order;
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
        <Button
          variant="ghost"
          size="small"
          icon={<IconRefresh aria-hidden="true" />}
          loading={isPending}
          onClick={() => ask()}
        >
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
        {payment.card ? <Fact name={t('payment.card')}>•• {payment.card}</Fact> : null}
        {payment.settled_at ? (
          <Fact name={t('payment.settled')}>{formatDateTime(payment.settled_at)}</Fact>
        ) : null}
        {payment.failure ? <Fact name={t('payment.failure')}>{payment.failure}</Fact> : null}
        {payment.refund_error ? (
          <Fact name={t('payment.refundError')}>
            {payment.refund_error} ({payment.refund_tries})
          </Fact>
        ) : null}
      </Facts>
      {error ? <InlineError error={error} onRetry={() => ask()} /> : null}
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
              <IconCheck className="size-4 shrink-0" aria-hidden="true" />
            ) : (
              <IconAlertTriangle className="size-4 shrink-0" aria-hidden="true" />
            )}
            {t(state.matches ? 'payment.matches' : 'payment.differs')}
          </p>
        </div>
      ) : null}
    </Panel>
  );
}
