import { defaultSchedule } from '@wopack/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '../../../ui/overlay/toast.ts';
import { HoursForm } from './hours-form.tsx';
import { OriginalWindowNote, useFormatHours, useFormatSold } from './product-day-text.tsx';
import { type UnchangedSlot, useUpdateDateOverride } from './seller-week.api.ts';
import { isSlotOpen, type ProductDay, type WeekProduct } from './seller-week-cache.ts';
import { StockStepper } from './stock-stepper.tsx';
import { UnchangedSlotsNote } from './unchanged-slots-note.tsx';
import { useSlotQuantity } from './use-slot-quantity.ts';
import { formatLongDay } from './week-dates.ts';

interface Props {
  product: WeekProduct;
  day: ProductDay;
  timeZone: string;
  onClose: () => void;
}

/** Everything that can be said about one day of a pack. */
export function ProductDaySheet({ product, day, timeZone, onClose }: Props) {
  const { t, i18n } = useTranslation('week');
  const updateDate = useUpdateDateOverride();
  const { markSoldOut } = useSlotQuantity();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [unchangedSlots, setUnchangedSlots] = useState<UnchangedSlot[]>([]);
  const formatHours = useFormatHours();
  const soldText = useFormatSold()(day);
  const date = formatLongDay(day.date, i18n.language);
  const takenUnits = day.slot ? day.slot.sold + day.slot.held : 0;

  function handleSaved(slots: UnchangedSlot[]) {
    showToast(t('saved', { name: product.name, date }));
    setConfirmOpen(false);
    setUnchangedSlots(slots);
    if (slots.length === 0) onClose();
  }
  const savePlan = (nextPlan: 'closed' | 'usual') =>
    updateDate
      .mutateAsync({ id: product.id, date: day.date, plan: nextPlan })
      .then(handleSaved)
      .catch((error: unknown) => {
        setConfirmOpen(false);
        showErrorToast(error);
      });

  if (isConfirmOpen) {
    return (
      <ConfirmDialog
        open
        isDanger
        onClose={() => setConfirmOpen(false)}
        title={t('close.title', { date })}
        description={t('close.text', { count: takenUnits })}
        confirmLabel={t('close.confirm')}
        loading={updateDate.isPending}
        onConfirm={() => void savePlan('closed')}
      />
    );
  }
  return (
    <Sheet open onClose={onClose} title={product.name} description={date}>
      <UnchangedSlotsNote unchangedSlots={unchangedSlots} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p className="font-bold tabular-nums">{formatHours(day)}</p>
          <p className="text-sm text-muted">{[t(`by.${day.by}`), soldText].filter(Boolean).join(' · ')}</p>
          <OriginalWindowNote day={day} timeZone={timeZone} />
        </div>
        {isSlotOpen(day.slot, new Date()) ? <StockStepper slot={day.slot} name={product.name} /> : null}
      </div>
      {isSlotOpen(day.slot, new Date()) && day.slot.left > 0 ? (
        <Button
          variant="ghost"
          onClick={() => {
            if (day.slot) markSoldOut(day.slot, product.name);
            onClose();
          }}
        >
          {t('sellOut')}
        </Button>
      ) : null}
      <HoursForm
        productId={product.id}
        date={day.date}
        initialWindow={getInitialWindow(product, day)}
        onSaved={handleSaved}
      />
      {day.by === 'date' ? (
        <Button variant="soft" loading={updateDate.isPending} onClick={() => void savePlan('usual')}>
          {t('usual')}
        </Button>
      ) : null}
      {day.time_start ? (
        <Button
          variant="danger"
          loading={updateDate.isPending}
          onClick={() => (takenUnits ? setConfirmOpen(true) : void savePlan('closed'))}
        >
          {t('close.confirm')}
        </Button>
      ) : null}
    </Sheet>
  );
}

/** The day's hours; of a closed one the first there are in the week. */
function getInitialWindow({ schedule }: WeekProduct, { time_start, time_end }: ProductDay) {
  if (time_start && time_end) return { time_start, time_end };
  return Object.values(schedule)[0] ?? defaultSchedule.mon!;
}
