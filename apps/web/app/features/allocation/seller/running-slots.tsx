import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { IconArrowsShuffle, IconHourglass, IconInfoCircle } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCountdown } from '../../../lib/browser/use-now.ts';
import { useFormat, useFormattedPickup } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { Bag } from '../../../ui/images/bag.tsx';
import { Timer, useTimerAnnouncements } from '../../../ui/timer.tsx';
import {
  isRunning,
  type RunningSlot,
  sellerAllocationsQuery,
  useLiveAllocations,
} from '../allocation.api.ts';
import { useReason } from './allocation-choice.tsx';

interface Props {
  salePlaceId: number;
  timeZone: string;
}

/** Draws and waitlists of a sale place as they are now. Renders nothing without any. */
export function RunningSlots({ salePlaceId, timeZone }: Props) {
  const { t } = useTranslation('allocation-seller');
  const query = useQuery(sellerAllocationsQuery({ sale_place_id: salePlaceId }));
  useLiveAllocations(query.data);
  if (!query.data) return <InlineError query={query} />;
  const running = query.data.filter(isRunning);
  if (running.length === 0) return null;
  return (
    <section aria-labelledby="running-slots" className="grid gap-3.5 sm:gap-5">
      <h2 id="running-slots" className="h2">
        {t('running.title')}
      </h2>
      <div className="grid items-start gap-3.5 sm:gap-5 lg:grid-cols-2">
        {running.map((allocation) =>
          allocation.slot.mode === 'draw' ? (
            <DrawCard key={allocation.slot.id} allocation={allocation} timeZone={timeZone} />
          ) : (
            <LineCard key={allocation.slot.id} allocation={allocation} timeZone={timeZone} />
          ),
        )}
      </div>
    </section>
  );
}

/** On the home page: what is running at all sale places of the seller. Renders nothing without any. */
export function RunningOwnSlots() {
  const { t } = useTranslation('allocation-seller');
  const query = useQuery(sellerAllocationsQuery({}));
  useLiveAllocations(query.data);
  if (!query.data) return <InlineError query={query} />;
  const running = query.data.filter(isRunning);
  if (running.length === 0) return null;
  return (
    <section aria-labelledby="running-own-slots" className="grid gap-2">
      <h2 id="running-own-slots" className="h2">
        {t('running.mine')}
      </h2>
      <ul className="grid gap-2.5">
        {running.map((allocation) => (
          <RunningRow key={allocation.slot.id} allocation={allocation} />
        ))}
      </ul>
    </section>
  );
}

function RunningRow({ allocation: { slot, product } }: { allocation: RunningSlot }) {
  const { t } = useTranslation('allocation-seller');
  const format = useFormat();
  const { draw, mode } = slot;
  const isOpen = mode === 'draw' && draw?.state === 'open';
  const remainingMs = useCountdown(isOpen ? draw.closes_at : null);
  useTimerAnnouncements(remainingMs, {
    what: isOpen ? `${isolateWords(product.name)}. ${t('running.closesIn')}` : null,
    over: `${isolateWords(product.name)}. ${t('running.closed')}`,
  });
  const Icon = mode === 'draw' ? IconArrowsShuffle : IconHourglass;
  return (
    <li className="relative grid gap-0.5 rounded-lg bg-panel p-3.5 leading-5">
      <Link to={paths.seller} className="font-bold break-words after:absolute after:inset-0 after:rounded-lg">
        {product.name}
      </Link>
      <p className="flex items-center gap-1.5 text-sm font-semibold">
        <Icon className="size-[17px] shrink-0" />
        {mode === 'draw' && draw
          ? t('forPacks', {
              people: t('people', { count: draw.entries }),
              packs: t('packs', { count: draw.units }),
            })
          : t('running.waiting', { count: slot.waiting })}
      </p>
      <p className="text-sm text-muted tabular-nums">
        {isOpen
          ? t('running.closes', { left: format.formatCountdown(remainingMs) })
          : mode === 'draw'
            ? t('running.now')
            : null}
      </p>
    </li>
  );
}

interface CardProps {
  allocation: RunningSlot;
  timeZone: string;
}

function DrawCard({ allocation, timeZone }: CardProps) {
  const { t } = useTranslation('allocation-seller');
  const format = useFormat();
  const { slot, product } = allocation;
  const { draw } = slot;
  const pickup = useFormattedPickup(slot, timeZone);
  const remainingMs = useCountdown(draw?.state === 'open' ? draw.closes_at : null);
  const reason = useReason(allocation);
  return (
    <article className="grid gap-4 rounded-lg bg-surface p-4 sm:p-5">
      <p className="flex items-center gap-2 text-sm font-semibold">
        <IconArrowsShuffle className="size-5 shrink-0" />
        {isolateWords(product.name)} · {t(draw?.state === 'open' ? 'running.open' : 'running.drawing')}
      </p>
      {draw ? (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <h3 className="d2">
              {t('forPacks', {
                people: t('people', { count: draw.entries }),
                packs: t('packs', { count: draw.units }),
              })}
            </h3>
            <p className="mt-1 text-sm text-muted">{pickup}</p>
          </div>
          {draw.state === 'open' ? (
            <div className="grid gap-0.5 rounded-md bg-brand-soft px-4 py-3">
              <span className="text-sm font-semibold">{t('running.closesIn')}</span>
              <Timer
                remainingMs={remainingMs}
                what={`${isolateWords(product.name)}. ${t('running.closesIn')}`}
                over={`${isolateWords(product.name)}. ${t('running.closed')}`}
                className="font-display text-h1 leading-tight font-bold tabular-nums"
              />
              <span className="text-sm">
                {t('running.at', { time: format.formatTime(draw.closes_at, timeZone) })}
              </span>
            </div>
          ) : null}
        </div>
      ) : null}
      <StockSum slot={slot} />
      <p className="flex gap-2 border-t-[1.5px] border-dashed border-line-strong pt-3.5 text-sm">
        <IconInfoCircle className="mt-px size-[18px] shrink-0" />
        <span>
          {reason ?? t('reason.chosen')}{' '}
          {draw ? (
            <Link to={paths.draw(draw.id)} className="link">
              {t('running.public')}
            </Link>
          ) : null}
        </span>
      </p>
    </article>
  );
}

function LineCard({ allocation: { slot, product }, timeZone }: CardProps) {
  const { t } = useTranslation('allocation-seller');
  const format = useFormat();
  const pickup = useFormattedPickup(slot, timeZone);
  return (
    <article className="grid gap-3.5 rounded-lg bg-surface p-4 sm:p-5">
      <div>
        <h3 className="font-bold break-words">{product.name}</h3>
        <p className="text-sm text-muted">{pickup}</p>
      </div>
      <div aria-hidden="true" className="flex flex-wrap gap-2">
        {listStockBags(slot).map(({ key, kind }) => (
          <Bag key={key} kind={kind} className="w-10" />
        ))}
      </div>
      <StockSum slot={slot} />
      <p className="flex gap-2 text-sm">
        <IconHourglass className="mt-px size-[18px] shrink-0" />
        <span>
          <b>{t('running.waiting', { count: slot.waiting })}</b>{' '}
          {slot.offered_until
            ? t('running.offeredUntil', { time: format.formatTime(slot.offered_until, timeZone) })
            : null}{' '}
          {slot.draw ? (
            <Link to={paths.draw(slot.draw.id)} className="link">
              {t('running.public')}
            </Link>
          ) : null}
        </span>
      </p>
    </article>
  );
}

/** A bag a unit: sold, on hold, on sale. */
const listStockBags = ({ sold, offered, held, quantity }: RunningSlot['slot']) =>
  Array.from({ length: quantity }, (_, index) => ({
    key: `unit ${index}`,
    kind:
      index < sold
        ? ('pack' as const)
        : index < sold + offered + held
          ? ('mine' as const)
          : ('waiting' as const),
  }));

/** quantity = sold + offered + on hold + on sale. */
function StockSum({ slot }: { slot: RunningSlot['slot'] }) {
  const { t } = useTranslation('allocation-seller');
  const { quantity, sold, offered, held, left } = slot;
  const parts = [
    t('stock.sold', { count: sold }),
    t('stock.offered', { count: offered }),
    ...(held > 0 ? [t('stock.held', { count: held })] : []),
    t(slot.mode === 'draw' ? 'stock.drawn' : 'stock.left', { count: left }),
  ];
  return (
    <p className="text-sm text-muted">
      <b className="text-text">{quantity}</b> = {parts.join(' + ')}
    </p>
  );
}
