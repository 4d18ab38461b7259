import type { Reply } from '@wopack/contract/client';
import { formatTaxNumber, isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircle,
  IconCreditCard,
  IconHourglassHigh,
  IconMail,
  IconMessageCircle,
  IconReceiptEuro,
  IconShare,
  IconStarFilled,
  IconUser,
  IconWallet,
  IconX,
} from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import { getListPath } from '../lib/resources.ts';
import { useAction, useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { useProviderWords } from '../money/disputes.tsx';
import { GrantDialog } from '../people/grant-dialog.tsx';
import { useActionNames } from '../system/audit.tsx';
import { CaseGuard } from '../ui/case-guard.tsx';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { PageHead, PageState, Panel, UserLink } from '../ui/panels.tsx';
import { Ledger, Payment, Refund } from './order-payment.tsx';
import { OrderStatePill } from './orders.tsx';

type Order = Reply<'getAdminOrder'>['data'];

type TimeLineEvent = Order['time_line'][number];

type EventKind = TimeLineEvent['kind'];

/** An order: what happened, its money, and what can be done. */
export default function OrderPage() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord('orders', id);
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
            <UserLink user={order.buyer} /> · {isolateWords(order.buyer_email)} ·{' '}
            {order.quantity > 1 ? `${order.quantity} × ` : null}
            {isolateWords(order.product.name)} ·{' '}
            <Link to={getListPath('orders', { sale_place_id: order.sale_place.id })} className="link">
              {order.sale_place.name}
            </Link>{' '}
            ·{' '}
            {t('order.pickup', {
              window: `${formatDateTime(order.pickup_start)}–${formatTime(order.pickup_end)}`,
            })}{' '}
            · <b className="text-text">{formatMoney(order.price_cents)}</b>
            {order.returned_quantity > 0
              ? ` · ${t('order.packsBack', { count: order.returned_quantity, of: order.quantity })}`
              : null}
            {order.handed_out_quantity !== null && order.quantity > 1
              ? ` · ${t('order.packsHandedOut', { count: order.handed_out_quantity, of: order.quantity })}`
              : null}
            {order.invoice
              ? ` · ${t('order.invoice', { number: formatTaxNumber(order.invoice.tax_number) })} ${isolateWords(order.invoice.name ?? '')}`
              : null}
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

/** Reads what the buyer has, which is given once. */
function GrantForOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const query = useRecord('users', String(order.buyer.id));
  if (query.data) return <GrantDialog user={query.data} orderId={order.id} onClose={onClose} />;
  return (
    <Sheet open onClose={onClose} title={t('grants.giveForOrder', { id: order.id })}>
      {query.error ? <InlineError query={query} /> : <LoadingRows count={3} row="h-14" />}
    </Sheet>
  );
}

function OrderActions({ order }: { order: Order }) {
  const { t } = useTranslation('admin');
  const hasRight = useRights();
  const [isCancelling, setCancelling] = useState(false);
  const [isGiving, setGiving] = useState(false);
  const { run, isRunning } = useAction(() => call('resendTicket', { params: { id: order.id } }), {
    done: t('order.ticketSent'),
  });
  return (
    <>
      {hasRight('credit.grant') ? (
        <Button variant="ghost" size="small" icon={<IconWallet />} onClick={() => setGiving(true)}>
          {t('grants.give')}
        </Button>
      ) : null}
      {isGiving ? <GrantForOrder order={order} onClose={() => setGiving(false)} /> : null}
      {order.can_resend_ticket && hasRight('orders.support') ? (
        <Button
          variant="ghost"
          size="small"
          icon={<IconMail />}
          loading={isRunning}
          onClick={() => run(undefined)}
        >
          {t('order.resendTicket')}
        </Button>
      ) : null}
      {order.can_cancel && hasRight('orders.refund') ? (
        <CaseGuard kind="order" id={order.id} right="orders.refund">
          <Button variant="danger" size="small" onClick={() => setCancelling(true)}>
            {t('order.cancel')}
          </Button>
        </CaseGuard>
      ) : null}
      {isCancelling ? (
        <ActionDialog
          about={{ kind: 'order', id: order.id, right: 'orders.refund' }}
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
  sent_to_friend: <IconShare />,
  friend_link_void: <IconX />,
  friend_opened: <IconUser />,
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
  const { nameReason, nameStatus } = useProviderWords();
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
                  {event.kind === 'paid'
                    ? `•• ${isolateWords(event.by)}`
                    : isolateWords(nameAuthor(event.by, t))}
                </span>
              ) : null}
              <span lang={event.text_language ?? undefined} className="block break-words text-muted">
                {describe(event)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const nameAuthor = (by: string, t: ReturnType<typeof useTranslation<'admin'>>['t']): string =>
  by === 'seller' || by === 'operator' || by === 'provider' || by === 'bank' ? t(`authors.${by}`) : by;
