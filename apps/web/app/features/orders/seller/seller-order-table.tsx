import { handOutStartsAt, isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { IconCheck, IconClockX, IconX } from '@wopack/ui/icons';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { FriendNote } from '../hand-out/friend-note.tsx';
import { InvoiceNote } from '../hand-out/invoice-note.tsx';
import { getProductTitle, type SellerOrder } from '../seller-orders.api.ts';

export interface SellerOrdersProps {
  orders: readonly SellerOrder[];
  /** Caption for screen readers. */
  caption: string;
  timeZone: string;
  /** With several, names and times of the sale places are shown. */
  showSalePlaces?: boolean;
  onHandOut: (order: SellerOrder) => void;
}

/** For wide screens. */
export function SellerOrderTable({
  orders,
  caption,
  timeZone,
  showSalePlaces = false,
  onHandOut,
}: SellerOrdersProps) {
  const { t } = useTranslation('seller');
  const { formatEuros } = useFormat();
  const getTimeZone = (order: SellerOrder) => (showSalePlaces ? order.sale_place.time_zone : timeZone);
  return (
    <div className="overflow-x-auto rounded-lg bg-surface px-6 pt-6 pb-3">
      <DataTable
        caption={caption}
        rows={orders}
        getKey={({ id }) => id}
        className="[&_tbody>tr:last-child]:border-0"
        columns={[
          {
            key: 'number',
            head: t('orders.order'),
            render: ({ id }) => t('orders.number', { id }),
            className: 'font-bold whitespace-nowrap',
          },
          {
            key: 'client',
            head: t('orders.client'),
            render: (order) => (
              <>
                <span className="whitespace-nowrap">{order.client}</span>
                <FriendNote order={order} className="mt-1 max-w-64" />
                <InvoiceNote order={order} className="mt-1 max-w-64" />
              </>
            ),
          },
          ...(showSalePlaces
            ? [
                {
                  key: 'place',
                  head: t('today.place'),
                  render: ({ sale_place }: SellerOrder) => sale_place.name,
                },
              ]
            : []),
          { key: 'pack', head: t('orders.pack'), render: (order) => getProductTitle(order) },
          {
            key: 'price',
            head: t('orders.price'),
            render: ({ price }) => formatEuros(price),
            isNumber: true,
            className: 'whitespace-nowrap',
          },
          {
            key: 'state',
            head: t('orders.state'),
            render: (order) => (
              <>
                <SellerOrderState order={order} timeZone={getTimeZone(order)} />
                <DisputeNote order={order} />
                <ConflictNote order={order} timeZone={timeZone} />
              </>
            ),
          },
          {
            key: 'action',
            head: <span className="sr-only">{t('orders.action')}</span>,
            render: (order) => (
              <SellerOrderAction order={order} timeZone={getTimeZone(order)} onHandOut={onHandOut} />
            ),
            className: 'text-right',
          },
        ]}
      />
    </div>
  );
}

/** For phones. */
export function SellerOrderCards({
  orders,
  caption,
  timeZone,
  showSalePlaces = false,
  onHandOut,
}: SellerOrdersProps) {
  const { t } = useTranslation('seller');
  const getTimeZone = (order: SellerOrder) => (showSalePlaces ? order.sale_place.time_zone : timeZone);
  return (
    <ul aria-label={caption} className="rounded-lg bg-surface px-4 pt-1.5 pb-2">
      {orders.map((order) => (
        <li
          key={order.id}
          className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 border-b border-line py-3 leading-[1.3rem] last:border-0"
        >
          <span
            aria-hidden="true"
            className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft font-bold"
          >
            {order.client.charAt(0)}
          </span>
          <span className="min-w-0 flex-1 basis-36">
            <b className="block break-words">{order.client}</b>
            <span className="block text-sm text-muted">
              {t('orders.number', { id: order.id })} · {order.state === 'paid' ? t('orders.paid') : null}
              {order.state === 'paid' ? ' · ' : null}
              {isolateWords(getProductTitle(order))}
            </span>
            {showSalePlaces ? (
              <span className="block text-sm wrap-anywhere text-muted">{order.sale_place.name}</span>
            ) : null}
            {order.state === 'paid' ? null : (
              <span className="mt-1.5 block">
                <SellerOrderState order={order} timeZone={getTimeZone(order)} />
              </span>
            )}
            <DisputeNote order={order} />
            <ConflictNote order={order} timeZone={timeZone} />
            <FriendNote order={order} className="mt-1.5" />
            <InvoiceNote order={order} className="mt-1.5" />
          </span>
          <SellerOrderAction order={order} timeZone={getTimeZone(order)} onHandOut={onHandOut} />
        </li>
      ))}
    </ul>
  );
}

/** How a dispute at the customer's bank stands; nothing when there is none, or it was won. */
function DisputeNote({ order: { dispute } }: { order: SellerOrder }) {
  const { t } = useTranslation('seller');
  if (dispute !== 'open' && dispute !== 'lost') return null;
  return (
    <span className="mt-1 block text-sm text-pretty text-muted">
      {t(dispute === 'open' ? 'orders.disputeOpen' : 'orders.disputeLost')}
    </span>
  );
}

/** What a counter without a connection did although the order did not allow it; nothing without a conflict. */
export function ConflictNote({ order, timeZone }: { order: SellerOrder; timeZone: string }) {
  const { t } = useTranslation('seller');
  const { formatTime } = useFormat();
  return order.hand_out_conflicts.map(({ device, reason, handed_out_at: at }) => (
    <span key={`${at} ${device}`} className="mt-1 block text-sm text-pretty text-danger">
      {t('conflicts.note', { time: formatTime(at, timeZone) })} {t(`conflicts.reasons.${reason}`)}
    </span>
  ));
}

interface Props {
  order: SellerOrder;
  timeZone: string;
  /** Opens the PIN field for this order. */
  onHandOut: (order: SellerOrder) => void;
}

/** The next action on an order, or why there is none. */
export function SellerOrderAction({ order, timeZone, onHandOut }: Props) {
  const { t } = useTranslation('seller');
  const { formatTime } = useFormat();
  if (order.can_hand_out) {
    const { client, id } = order;
    return (
      <Button
        variant="ghost"
        size="small"
        className="whitespace-nowrap pointer-coarse:min-h-11"
        aria-label={t('orders.handOutTo', { client, id })}
        onClick={() => onHandOut(order)}
      >
        {t('orders.handOut')}
      </Button>
    );
  }
  const renderNote = (text: string) => <span className="text-sm text-muted">{text}</span>;
  if (order.state === 'paid' && order.dispute === 'lost') return renderNote(t('orders.moneyBack'));
  if (order.state === 'paid') {
    const handOutStart = handOutStartsAt(new Date(order.pickup_start));
    const isEarly = handOutStart.getTime() > serverNow();
    return renderNote(
      isEarly ? t('orders.from', { time: formatTime(handOutStart, timeZone) }) : t('orders.over'),
    );
  }
  const isRefunded = order.state !== 'collected' && order.state !== 'not_collected';
  return isRefunded ? renderNote(t('orders.moneyBack')) : null;
}

/** State of an order, in words and colour. Times are local to the sale place. */
export function SellerOrderState({ order, timeZone }: { order: SellerOrder; timeZone: string }) {
  const { t } = useTranslation('seller');
  const { formatTime } = useFormat();
  const who = [order.handed_out_by, order.handed_out_device].flatMap((name) =>
    name ? isolateWords(name) : [],
  );
  switch (order.state) {
    case 'paid':
      return <Pill tone="warn">{t('orders.toHandOut')}</Pill>;
    case 'collected':
      return (
        <span className="inline-grid justify-items-start gap-1">
          <Pill tone="ok" icon={<IconCheck />}>
            {t('orders.handedOut', {
              time: order.collected_at ? formatTime(order.collected_at, timeZone) : '',
            })}
          </Pill>
          {order.handed_out_quantity !== null && order.quantity > 1 ? (
            <span className="text-xs text-muted">
              {t('orders.packsHandedOut', { got: order.handed_out_quantity, count: order.quantity })}
            </span>
          ) : null}
          {who.length ? (
            <span className="text-xs wrap-anywhere text-muted">
              {t('orders.handedOutBy', { who: who.join(' · ') })}
            </span>
          ) : null}
        </span>
      );
    case 'not_collected':
      return <Pill icon={<IconClockX />}>{t('orders.notCollected')}</Pill>;
    case 'cancelled_by_buyer':
    case 'cancelled_by_store':
    case 'refunded':
      return (
        <Pill tone="bad" className="leading-tight whitespace-normal" icon={<IconX />}>
          {t(`orders.states.${order.state}`)}
        </Pill>
      );
  }
}

interface PrintableOrderListProps {
  orders: readonly SellerOrder[];
  title: string;
  timeZone: string;
  /** With several, names and times of the sale places are shown. */
  showSalePlaces?: boolean;
}

/** Print only: order, buyer and window, with a box to tick. Never a PIN. */
export function PrintableOrderList({
  orders,
  title,
  timeZone,
  showSalePlaces = false,
}: PrintableOrderListProps) {
  const { t } = useTranslation('seller');
  const { formatPickupDate } = useFormat();
  return (
    <div className="hidden print:block">
      <h1 className="mb-4 font-bold">{title}</h1>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-current text-left *:py-1.5 *:pr-3">
            <th scope="col">{t('print.window')}</th>
            <th scope="col">{t('orders.order')}</th>
            <th scope="col">{t('orders.client')}</th>
            {showSalePlaces ? <th scope="col">{t('today.place')}</th> : null}
            <th scope="col">{t('orders.pack')}</th>
            <th scope="col">{t('print.done')}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id} className="break-inside-avoid border-b border-line *:py-2 *:pr-3">
              <td className="whitespace-nowrap">
                {formatPickupDate(order, showSalePlaces ? order.sale_place.time_zone : timeZone)}
              </td>
              <th scope="row" className="text-left whitespace-nowrap">
                {t('orders.number', { id: order.id })}
              </th>
              <td>
                {isolateWords(order.client)}
                <InvoiceNote order={order} />
              </td>
              {showSalePlaces ? <td>{order.sale_place.name}</td> : null}
              <td>{getProductTitle(order)}</td>
              <td>
                <span className="inline-block size-4 border border-current align-middle" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
