import { Button, IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { IconCalendarCog, IconLink, IconPlayerPause, IconPlayerPlay } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Photo } from '../../../ui/images/photo.tsx';
import { usePauseProduct } from '../products.api.ts';
import { ScheduleForm } from '../schedule/schedule-form.tsx';
import { useFormatHours, useFormatSold } from './product-day-sheet.tsx';
import {
  findDailyQuantity,
  formatLongDay,
  formatShortDay,
  isSlotOpen,
  type ProductDay,
  type SellerWeek,
  type WeekProduct,
} from './seller-week.api.ts';
import { StockStepper } from './stock-stepper.tsx';

interface Props {
  week: SellerWeek;
  onOpenDay: (product: WeekProduct, day: ProductDay) => void;
  onEditSchedule: (product: WeekProduct) => void;
}

/** Products as rows, dates as columns; today's quantity is editable in place, everything else in the date's sheet. */
export function SellerWeekTable({ week, onOpenDay, onEditSchedule }: Props) {
  const { t, i18n } = useTranslation('week');
  return (
    <table className="w-full table-fixed border-separate border-spacing-0">
      <caption className="sr-only">{t('title')}</caption>
      <thead>
        <tr className="text-left align-bottom text-sm [&>*]:border-b [&>*]:border-line [&>*]:pb-2.5">
          <th scope="col" className="w-54 font-semibold text-muted">
            {t('pack')}
          </th>
          {week.dates.map(({ date, holiday, public_holiday: publicHoliday }) => (
            <th
              key={date}
              scope="col"
              className={cn('px-2 font-semibold', date === week.today ? 'w-40' : 'text-muted')}
            >
              <span className="block first-letter:uppercase">{formatShortDay(date, i18n.language)}</span>
              {date === week.today ? <span className="block text-xs">{t('today')}</span> : null}
              {holiday === null ? null : (
                <span className="line-clamp-1 text-xs font-normal" title={holiday}>
                  {holiday || t('holiday')}
                </span>
              )}
              {holiday === null && publicHoliday !== null ? (
                <span className="mt-0.5 line-clamp-2 rounded-xs bg-brand-soft px-1.5 text-xs font-normal text-text">
                  {publicHoliday}
                </span>
              ) : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {week.packs.map((product) => (
          <tr
            key={product.id}
            className="align-top [&>*]:border-b [&>*]:border-line [&>*]:py-3 last:[&>*]:border-0"
          >
            <th scope="row" className="pr-2 text-left font-normal">
              <ProductHeader stacked product={product} onEditSchedule={() => onEditSchedule(product)} />
            </th>
            {product.days.map((day) => (
              <td key={day.date} className="px-0.5">
                <ProductDayCell
                  product={product}
                  day={day}
                  today={day.date === week.today}
                  onOpen={() => onOpenDay(product, day)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  product: WeekProduct;
  day: ProductDay;
  today: boolean;
  onOpen: () => void;
}

function ProductDayCell({ product, day, today, onOpen }: CellProps) {
  const { t, i18n } = useTranslation('week');
  const formatHours = useFormatHours();
  const soldText = useFormatSold()(day);
  const isOpen = isSlotOpen(day.slot, serverDate());
  return (
    <div className={cn('grid h-full gap-1 rounded-sm', today && 'bg-brand-soft')}>
      <button
        type="button"
        onClick={onOpen}
        className="grid min-h-13 content-start gap-0.5 rounded-sm px-1.5 py-2 text-left text-[.8125rem] leading-5 hover:bg-quiet"
      >
        <span className="sr-only">
          {t('openDay', { name: product.name, date: formatLongDay(day.date, i18n.language) })}.{' '}
        </span>
        <span className={cn('tabular-nums', day.time_start ? 'font-semibold' : 'text-muted')}>
          {formatHours(day)}
        </span>
        {day.by === 'date' ? <span className="text-xs leading-4 text-muted">{t('by.date')}</span> : null}
        {isOpen && !today ? (
          <span className="text-muted">{t('leftCount', { count: day.slot!.left })}</span>
        ) : null}
        {soldText ? <span className="font-semibold text-save">{soldText}</span> : null}
        {isOpen && day.slot!.sold_out ? <Pill className="justify-self-start">{t('soldOut')}</Pill> : null}
      </button>
      {today && isOpen ? (
        <div className="justify-self-center pb-2">
          <StockStepper slot={day.slot!} name={product.name} />
        </div>
      ) : null}
    </div>
  );
}

interface ProductHeaderProps {
  product: WeekProduct;
  onEditSchedule: () => void;
  /** Buttons below the name, on narrow screens. */
  stacked?: boolean;
}

/** A product with the actions on all of its dates: weekly hours, pause and reopen. */
export function ProductHeader({ product, onEditSchedule, stacked }: ProductHeaderProps) {
  const { t } = useTranslation(['week', 'linked']);
  const pauseProduct = usePauseProduct();
  const paused = product.state === 'paused';
  const dailyQuantity = findDailyQuantity(product);
  const setPaused = (nextPaused: boolean) =>
    pauseProduct.mutate(
      { id: product.id, paused: nextPaused },
      {
        onSuccess: () =>
          showToast(t(nextPaused ? 'pausedDone' : 'reopenedDone', { name: product.name }), {
            label: t('undo'),
            run: () => setPaused(!nextPaused),
          }),
        onError: showErrorToast,
      },
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <span className="w-14 shrink-0 overflow-hidden rounded-sm">
        <Photo
          photo={product.photo}
          typeSlug={product.type ?? undefined}
          alt=""
          sizes="56px"
          className="aspect-[56/48]!"
        />
      </span>
      <div className={cn('min-w-0 flex-1 leading-5', stacked ? 'basis-28' : 'basis-20')}>
        <b className="line-clamp-2 break-words">{product.name}</b>
        <span className="flex flex-wrap items-center gap-x-2 text-[.8125rem] text-muted">
          {dailyQuantity === null ? t('byDay') : t('aDay', { count: dailyQuantity })}
          {product.state === 'active' ? null : <Pill>{t(`state.${product.state}`)}</Pill>}
          {product.linked_count > 0 ? (
            <span className="inline-flex items-center gap-1">
              <IconLink className="size-4 shrink-0" />
              {t('linked:mark', { count: product.linked_count })}
            </span>
          ) : null}
        </span>
      </div>
      <span className={cn('flex shrink-0', stacked && 'mt-1 -ml-2.5 w-full')}>
        <IconButton variant="plain" label={t('scheduleOf', { name: product.name })} onClick={onEditSchedule}>
          <IconCalendarCog />
        </IconButton>
        <IconButton
          variant="plain"
          label={t(paused ? 'reopen' : 'pause', { name: product.name })}
          aria-busy={pauseProduct.isPending || undefined}
          onClick={() => pauseProduct.isPending || setPaused(!paused)}
        >
          {paused ? <IconPlayerPlay /> : <IconPlayerPause />}
        </IconButton>
      </span>
    </div>
  );
}

/** The weekly hours and daily quantity of an existing product. */
export function ScheduleSheet({ product, onClose }: { product: WeekProduct; onClose: () => void }) {
  const { t } = useTranslation('week');
  const [schedule, setSchedule] = useState(product.schedule);
  const [quantity, setQuantity] = useState(String(product.quantity));
  return (
    <Sheet open onClose={onClose} title={t('schedule')} description={product.name}>
      <ScheduleForm
        productId={product.id}
        schedule={schedule}
        savedSchedule={product.schedule}
        onScheduleChange={setSchedule}
        quantity={quantity}
        onQuantityChange={setQuantity}
        successMessage={t('scheduleSaved')}
        onSaved={onClose}
        onProductMissing={onClose}
        footer={(saving) => (
          <Button type="submit" loading={saving} className="mt-2">
            {t('save')}
          </Button>
        )}
      />
    </Sheet>
  );
}
