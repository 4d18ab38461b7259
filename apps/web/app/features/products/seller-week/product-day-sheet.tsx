import { ApiError } from '@wopack/contract/client';
import { type DayWindow, defaultSchedule } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { toAdverbOfTime } from '@wopack/ui/format.ts';
import { ConfirmDialog, Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { UnchangedSlotsNote } from './holidays-sheet.tsx';
import {
  formatLongDay,
  isSlotOpen,
  type ProductDay,
  type UnchangedSlot,
  useUpdateDateOverride,
  type WeekProduct,
} from './seller-week.api.ts';
import { StockStepper, useSlotQuantity } from './stock-stepper.tsx';

interface Props {
  product: WeekProduct;
  day: ProductDay;
  timeZone: string;
  onClose: () => void;
}

/** All settings of one date of a product. */
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
        title={t('close.title', { date: toAdverbOfTime(date, i18n.language) })}
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
        {isSlotOpen(day.slot, serverDate()) ? <StockStepper slot={day.slot} name={product.name} /> : null}
      </div>
      {isSlotOpen(day.slot, serverDate()) && day.slot.left > 0 ? (
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

/** The hours of the date; for a closed one those of the first open weekday. */
function getInitialWindow({ schedule }: WeekProduct, { time_start, time_end }: ProductDay) {
  if (time_start && time_end) return { time_start, time_end };
  return Object.values(schedule)[0] ?? defaultSchedule.mon!;
}

interface HoursFormProps {
  productId: number;
  date: string;
  /** Initial values of the fields. */
  initialWindow: DayWindow;
  onSaved: (unchangedSlots: UnchangedSlot[]) => void;
}

/** Hours for a single date. */
export function HoursForm({ productId, date, initialWindow, onSaved }: HoursFormProps) {
  const { t } = useTranslation('week');
  const updateDate = useUpdateDateOverride();
  const [hours, setHours] = useState(initialWindow);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string | undefined>>({});
  const handleChange = (field: keyof DayWindow) => (value: string) => {
    setFieldErrors({});
    setHours({ ...hours, [field]: value });
  };
  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      onSaved(
        await updateDate.mutateAsync({
          id: productId,
          date,
          plan: 'hours',
          ...(hours.time_start && { time_start: hours.time_start }),
          ...(hours.time_end && { time_end: hours.time_end }),
        }),
      );
    } catch (error) {
      const { time_start, time_end, ...otherErrors } = error instanceof ApiError ? error.errors : {};
      setFieldErrors({ time_start: time_start?.[0], time_end: time_end?.[0] });
      if (Object.keys(otherErrors).length > 0 || (!time_start && !time_end)) showErrorToast(error);
    }
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <h3 className="h3">{t('otherHours')}</h3>
      <div className="grid grid-cols-2 items-start gap-3">
        {(['time_start', 'time_end'] as const).map((field) => (
          <TextField
            key={field}
            type="time"
            required
            label={t(field)}
            value={hours[field]}
            error={fieldErrors[field]}
            onChange={(event) => handleChange(field)(event.target.value)}
            inputClassName="tabular-nums"
          />
        ))}
      </div>
      <Button type="submit" variant="soft" loading={updateDate.isPending}>
        {t('saveHours')}
      </Button>
    </form>
  );
}

interface OriginalWindowNoteProps {
  day: ProductDay;
  timeZone: string;
}

/** Formats the hours of a date, or why there are none. */
export function useFormatHours() {
  const { t } = useTranslation('week');
  return ({ time_start, time_end, by }: ProductDay): string =>
    time_start ? `${time_start}–${time_end}` : t(`none.${by}`);
}

/** Formats how many units of a date are ordered and on hold. */
export function useFormatSold() {
  const { t } = useTranslation('week');
  return ({ slot }: ProductDay): string | null => {
    if (!slot || slot.sold + slot.held === 0) return null;
    const soldText = t('sold', { count: slot.sold });
    return slot.held ? `${soldText}, ${t('held', { count: slot.held })}` : soldText;
  };
}

/** The window of existing orders, when the date has another one now, or none. */
export function OriginalWindowNote({
  day: { slot, time_start, time_end },
  timeZone,
}: OriginalWindowNoteProps) {
  const { t } = useTranslation('week');
  const { formatTime } = useFormat();
  if (!slot || slot.sold + slot.held === 0) return null;
  const pickupWindow = `${formatTime(slot.starts_at, timeZone)}–${formatTime(slot.ends_at, timeZone)}`;
  if (time_start && pickupWindow === `${time_start}–${time_end}`) return null;
  return <p className="text-[.8125rem] leading-5 text-muted">{t('keeps', { window: pickupWindow })}</p>;
}
