import { cn } from '@wopack/ui/cn.ts';
import { IconArrowBackUp, IconCheck, IconClockX, IconX } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../../lib/browser/use-now.ts';
import { useFormat, useFormattedPickupDate } from '../../../lib/format/use-format.ts';
import { Timer } from '../../../ui/timer.tsx';
import type { BuyerOrder } from '../buyer-orders.api.ts';

export const Perforation = () => (
  <div
    aria-hidden="true"
    className="relative h-5 bg-[radial-gradient(circle_at_0_50%,#0000_9px,var(--color-raised)_9.5px),radial-gradient(circle_at_100%_50%,#0000_9px,var(--color-raised)_9.5px)] bg-[length:51%_100%] bg-[position:left,right] bg-no-repeat after:absolute after:inset-x-5 after:top-[9px] after:border-t-2 after:border-dashed after:border-line-strong/60"
  />
);

/** Read out digit by digit. */
export function PinDigits({ pin, label }: { pin: string; label: string }) {
  const digits = [...pin].map((digit, index) => ({ digit, index }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2.5">
      <p className="text-center text-sm font-semibold">{label}</p>
      <p className="flex max-w-full justify-center gap-2">
        <span className="sr-only">{[...pin].join(' ')}</span>
        {digits.map(({ digit, index }) => (
          <span
            key={index}
            aria-hidden="true"
            className="grid h-18 w-15 place-items-center rounded-sm bg-brand font-display text-[2.125rem] font-bold text-on-brand"
          >
            {digit}
          </span>
        ))}
      </p>
    </div>
  );
}

const cancelledStyle = { Icon: IconX, iconClass: 'bg-danger-soft text-danger' };
const pastStyle = { Icon: IconClockX, iconClass: 'bg-panel text-muted' };
/** By the state of an order that cannot be collected any more. */
const endingStyles = {
  collected: { Icon: IconCheck, iconClass: 'bg-save-soft text-save' },
  not_collected: pastStyle,
  ended: pastStyle,
  cancelled_by_buyer: cancelledStyle,
  cancelled_by_store: cancelledStyle,
  refunded: { Icon: IconArrowBackUp, iconClass: 'bg-info-soft text-info' },
};

interface EndingProps {
  state: keyof typeof endingStyles;
  title: string;
  text: string;
  children: ReactNode;
}

/** Replaces PIN and code when the order cannot be handed out. */
export function TicketEnding({ state, title, text, children }: EndingProps) {
  const { Icon, iconClass } = endingStyles[state];
  return (
    <div className="grid justify-items-center gap-3 py-6 text-center">
      <span className={cn('grid size-18 place-items-center rounded-full', iconClass)}>
        <Icon className="size-9" stroke={2.5} />
      </span>
      <p className="d2">{title}</p>
      <p className="max-w-[280px] text-pretty text-muted">{text}</p>
      {children}
    </div>
  );
}

/** 'Fri 27 Nov 17:30–19:00' as its day and its time. */
function splitPickupText(pickup: string): { day: string; hours: string } {
  const spaceIndex = pickup.lastIndexOf(' ');
  return spaceIndex < 0
    ? { day: '', hours: pickup }
    : { day: pickup.slice(0, spaceIndex), hours: pickup.slice(spaceIndex + 1) };
}

type PickupOrder = Pick<BuyerOrder, 'pickup_start' | 'pickup_end'> & {
  sale_place: Pick<BuyerOrder['sale_place'], 'time_zone'>;
};

/** Without a countdown: nobody waits for an order that is over. */
export function PastWindow({ order }: { order: PickupOrder }) {
  const { t } = useTranslation('orders');
  const { formatPickupDate } = useFormat();
  const { day, hours } = splitPickupText(formatPickupDate(order, order.sale_place.time_zone));
  return (
    <p className="grid content-start">
      <span className="text-sm text-muted">{t('ticket.window', { day })}</span>
      <span className="h2">{hours}</span>
    </p>
  );
}

/** The window, and the time until it opens or closes. */
export function PickupWindow({ order }: { order: PickupOrder }) {
  const { t } = useTranslation('orders');
  const untilOpen = useCountdown(order.pickup_start);
  const untilClose = useCountdown(order.pickup_end);
  const { formatPickupDate } = useFormat();
  const timeZone = order.sale_place.time_zone;
  const pickup = useFormattedPickupDate(order, timeZone);
  const isRelative = pickup !== formatPickupDate(order, timeZone);
  // Within a sentence: 'today, Fri 20 Nov'.
  const { day, hours } = splitPickupText(
    isRelative ? pickup.charAt(0).toLowerCase() + pickup.slice(1) : pickup,
  );
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <p className="grid grow basis-32">
        <span className="text-sm text-muted">{t('ticket.collect', { day })}</span>
        <span className="h2">{hours}</span>
      </p>
      <p className="grid text-right">
        <span className="text-sm text-muted">
          {t(untilOpen > 0 ? 'ticket.opens' : untilClose > 0 ? 'ticket.closes' : 'ticket.over')}
        </span>
        {untilClose > 0 ? (
          <Timer
            key={untilOpen > 0 ? 'opens' : 'closes'}
            remainingMs={untilOpen > 0 ? untilOpen : untilClose}
            what={t(untilOpen > 0 ? 'ticket.opens' : 'ticket.closes')}
            over={t(untilOpen > 0 ? 'ticket.openNow' : 'ticket.over')}
            className="h2 tabular-nums"
          />
        ) : null}
      </p>
    </div>
  );
}

/** The window, the time until it opens or closes, and the elapsed part of the wait. */
export function PickupProgress({ order }: { order: BuyerOrder }) {
  const untilOpen = useCountdown(order.pickup_start);
  const untilClose = useCountdown(order.pickup_end);
  const [from, to, remainingMs] =
    untilOpen > 0
      ? [order.created_at, order.pickup_start, untilOpen]
      : [order.pickup_start, order.pickup_end, untilClose];
  const totalMs = Date.parse(to) - Date.parse(from);
  const percentDone = totalMs > 0 ? Math.min(100, Math.max(0, 100 - (remainingMs / totalMs) * 100)) : 100;
  return (
    <>
      <PickupWindow order={order} />
      <div aria-hidden="true" className="mt-3.5 h-2 overflow-hidden rounded-full bg-panel">
        <div className="h-full rounded-full bg-brand" style={{ width: `${percentDone}%` }} />
      </div>
    </>
  );
}
