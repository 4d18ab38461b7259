import { useQuery } from '@tanstack/react-query';
import { toLocative } from '@wopack/domain';
import { Button, ButtonLink, buttonVariants } from '@wopack/ui/button.tsx';
import { download } from '@wopack/ui/download.ts';
import { IconCalendarPlus, IconMessageCircle, IconReceipt } from '@wopack/ui/icons';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { useDownloadFile } from '../../../lib/browser/use-download-file.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useIsOffline } from '../../../lib/offline/connection.ts';
import { paths } from '../../../lib/paths.ts';
import { type BuyerOrder, calendarLinkQuery, getOrderTitle } from '../buyer-orders.api.ts';
import { CancelOrderDialog } from '../cancel/cancel-order-dialog.tsx';
import { WithdrawFromContract } from '../cancel/withdraw.tsx';
import { SendToFriend } from '../friend/send-to-friend.tsx';
import { OrderInvoiceLink } from '../invoice/order-invoice.tsx';
import { OrderDirections, OrderRatingStars } from '../order-facts.tsx';
import { HelpSheet } from '../report/help-sheet.tsx';
import { RateOrderForm } from '../reviews/rate-order-form.tsx';
import { ReplyWords } from '../reviews/review-list.tsx';

export function HelpButton({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" icon={<IconMessageCircle />} onClick={() => setOpen(true)}>
        {t('help.action')}
      </Button>
      <HelpSheet order={order} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Renders nothing when the order cannot be cancelled. */
function CancelOrderButton({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t('cancel.action')}
      </Button>
      <CancelOrderDialog order={order} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Another pack may be wanted. */
const isCalledOff = ({ state }: BuyerOrder): boolean =>
  state === 'cancelled_by_buyer' || state === 'cancelled_by_store' || state === 'refunded';

export function TicketActions({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const isOpen = order.state === 'paid';
  const now = useNow(30_000);
  // The ticket may be cached, and so may its `can_cancel`.
  const isCancellable = order.can_cancel !== 'no' && now < Date.parse(order.pickup_start);
  const [isRatedNow, setIsRatedNow] = useState(false);
  return (
    <div className="grid gap-3">
      {order.can_rate ? (
        <RateOrderForm key={order.id} order={order} onRated={() => setIsRatedNow(true)} />
      ) : null}
      {/* Thanks are shown here: a toast at the bottom would cover the help button. */}
      <div role="status" className="grid empty:-mb-3">
        {order.rating ? (
          <OrderRating rating={order.rating} place={order.sale_place.name} showThanks={isRatedNow} />
        ) : null}
      </div>
      {isOpen ? <OrderDirections order={order} variant="primary" /> : null}
      {isCalledOff(order) ? (
        <ButtonLink fullWidth to={paths.offers}>
          {t('ticket.otherPacks')}
        </ButtonLink>
      ) : null}
      <div className={isCancellable ? 'grid grid-cols-2 gap-2.5' : 'grid'}>
        {isCancellable ? <CancelOrderButton order={order} /> : null}
        <HelpButton order={order} />
      </div>
      <CancelNote order={order} />
      <SendToFriend order={order} />
      <WithdrawFromContract order={order} />
      {isOpen && serverNow() < Date.parse(order.pickup_start) ? <CalendarButton order={order} /> : null}
      <OrderInvoiceLink order={order} />
      <ReceiptButton id={order.id} />
    </div>
  );
}

interface Props {
  rating: NonNullable<BuyerOrder['rating']>;
  /** Name of the sale place. */
  place: string;
  /** Set right after rating. */
  showThanks: boolean;
}

function OrderRating({ rating, place, showThanks }: Props) {
  const { t } = useTranslation(['orders', 'about-seller']);
  return (
    <section className="grid gap-1.5 rounded-lg bg-raised p-5 shadow-resting">
      <h2 className="h3">{t('rate.mine')}</h2>
      <OrderRatingStars stars={rating.stars} />
      {rating.text ? <p className="whitespace-pre-line text-muted wrap-anywhere">{rating.text}</p> : null}
      {showThanks ? <p className="font-semibold">{t('rate.thanks')}</p> : null}
      {rating.reply ? (
        <ReplyWords reply={rating.reply} writer={t('about-seller:replyOf', { place })} />
      ) : null}
    </section>
  );
}

/** The deadline of free cancellation, or why it has passed. */
function CancelNote({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const { formatUntil } = useFormat();
  const now = useNow(30_000);
  if (order.state !== 'paid') return null;
  const hasPickupStarted = now >= Date.parse(order.pickup_start);
  const isFree = now < Date.parse(order.cancel_until);
  return (
    <p className="text-center text-xs text-muted">
      {isFree
        ? t('ticket.cancelUntil', { until: formatUntil(order.cancel_until, order.sale_place.time_zone) })
        : t(hasPickupStarted ? 'ticket.cancelStarted' : 'ticket.cancelOver')}
    </p>
  );
}

/** For the calendar to ask for the file. */
const LINK_MARGIN_MS = 30_000;

function CalendarButton({ order }: { order: BuyerOrder }) {
  const { t, i18n } = useTranslation('orders');
  const format = useFormat();
  const isOffline = useIsOffline();
  const { data: link, refetch } = useQuery({
    ...calendarLinkQuery(order.id, i18n.language),
    enabled: !isOffline,
  });
  const { time_zone: timeZone } = order.sale_place;
  const downloadCalendar = async () => {
    const { buildCalendarFile } = await import('./calendar-file.ts');
    const content = buildCalendarFile(order, {
      summary: t('calendar.summary', {
        name: getOrderTitle(order),
        place: toLocative(order.sale_place.name, i18n.language),
      }),
      description: t('calendar.description', {
        id: order.id,
        pickup: format.formatPickupDate(order, timeZone),
        until: format.formatUntil(order.cancel_until, timeZone),
      }),
      url: location.origin + paths.ticket(order.id),
    });
    download(`wopack-${order.id}.ics`, content, 'text/calendar');
  };
  /** A link that ended while the phone slept is renewed. */
  const handleClick = (event: MouseEvent) => {
    if (link && serverNow() < Date.parse(link.expires_at) - LINK_MARGIN_MS) return;
    event.preventDefault();
    refetch({ throwOnError: true })
      .then(({ data }) => openAddress(data!.url))
      .catch(showErrorToast);
  };
  if (link && !isOffline) {
    return (
      <a
        href={link.url}
        rel="noreferrer"
        onClick={handleClick}
        className={buttonVariants({ variant: 'ghost', fullWidth: true })}
      >
        <IconCalendarPlus />
        {t('calendar.add')}
      </a>
    );
  }
  // Without a connection the file is made here.
  return (
    <Button
      variant="ghost"
      fullWidth
      icon={<IconCalendarPlus />}
      onClick={() => void downloadCalendar().catch(showErrorToast)}
    >
      {t('calendar.add')}
    </Button>
  );
}

function ReceiptButton({ id }: { id: number }) {
  const { t } = useTranslation('orders');
  const receipt = useDownloadFile(`wopack-${id}.pdf`, 'application/pdf', () =>
    call('exportReceiptPdf', { params: { id } }),
  );
  return (
    <Button
      variant="ghost"
      fullWidth
      icon={<IconReceipt />}
      loading={receipt.isPending}
      onClick={() => receipt.mutate()}
    >
      {t('ticket.receipt')}
    </Button>
  );
}

const openAddress = (url: string): void =>
  Object.assign(document.createElement('a'), { href: url, rel: 'noreferrer' }).click();
