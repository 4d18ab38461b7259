import { ApiError } from '@wopack/contract/client';
import { type DayWindow, defaultSchedule, type Schedule, type Weekday, weekdays } from '@wopack/domain';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getErrorMessage } from '../../../lib/api/errors.ts';
import { cn } from '../../../lib/cn.ts';
import { FieldError } from '../../../ui/feedback/inline-error.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { ChoiceTile, ChoiceTiles } from '../../../ui/form/choice/choice-tiles.tsx';
import { controlVariants } from '../../../ui/form/control-variants.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { useUpdateSchedule } from '../products.api.ts';
import { DEFAULT_QUANTITY, QUANTITY_OPTIONS, validateScheduleForm } from './schedule.rules.ts';

interface Props {
  productId: number;
  /** Null: not chosen yet. */
  schedule: Schedule | null;
  onScheduleChange: (schedule: Schedule) => void;
  quantity: string | null;
  onQuantityChange: (quantity: string) => void;
  /** Shown after saving. */
  successMessage: string;
  onSaved: () => void;
  /** The product was deleted. */
  onProductMissing: () => void;
  /** The buttons, given whether the schedule is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** Daily quantity and pickup windows; saving puts the product on sale. */
export function ScheduleForm(props: Props) {
  const {
    productId,
    schedule,
    onScheduleChange,
    quantity,
    onQuantityChange,
    successMessage,
    onSaved,
    onProductMissing,
    footer,
  } = props;
  const { t } = useTranslation('seller');
  const updateSchedule = useUpdateSchedule();
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [formError, setFormError] = useState<string | null>(null);
  const [isAppliedToAll, setIsAppliedToAll] = useState(false);
  const lastWindowsRef = useRef<Schedule>({});
  const listRef = useRef<HTMLUListElement>(null);

  const currentSchedule: Schedule = schedule ?? defaultSchedule;
  const scheduleErrors = validateScheduleForm(currentSchedule);
  const firstOpenDay = weekdays.find((day) => currentSchedule[day]);
  const getError = (field: Weekday | 'week') => {
    const error = scheduleErrors[field];
    return error
      ? t(`schedule.problems.${error}`)
      : fieldErrors[field === 'week' ? 'schedule' : `schedule.${field}`];
  };

  function handleChange(nextSchedule: Schedule) {
    setFieldErrors({});
    setIsAppliedToAll(false);
    onScheduleChange(nextSchedule);
  }
  const setDayWindow = (day: Weekday, pickupWindow: DayWindow) =>
    handleChange({ ...currentSchedule, [day]: pickupWindow });
  function toggleDay(day: Weekday, isOpen: boolean) {
    const { [day]: previousWindow, ...otherDays } = currentSchedule;
    if (previousWindow) lastWindowsRef.current[day] = previousWindow;
    const initialWindow =
      lastWindowsRef.current[day] ?? (firstOpenDay && currentSchedule[firstOpenDay]) ?? defaultSchedule.mon!;
    handleChange(isOpen ? { ...currentSchedule, [day]: initialWindow } : otherDays);
  }
  function applyToAll(pickupWindow: DayWindow) {
    handleChange(
      Object.fromEntries(weekdays.flatMap((day) => (currentSchedule[day] ? [[day, pickupWindow]] : []))),
    );
    setIsAppliedToAll(true);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (Object.keys(scheduleErrors).length) {
      const invalidInput = listRef.current?.querySelector<HTMLElement>('[aria-invalid]');
      (invalidInput ?? listRef.current?.querySelector('input'))?.focus();
      return;
    }
    setFormError(null);
    try {
      const body = {
        product_id: productId,
        quantity: quantity ?? DEFAULT_QUANTITY,
        schedule: currentSchedule,
      };
      const { kept_dates: unchangedDates } = await updateSchedule.mutateAsync(body);
      showToast(
        unchangedDates.length ? t('schedule.kept', { count: unchangedDates.length }) : successMessage,
      );
      onSaved();
    } catch (error) {
      if (error instanceof ApiError && error.code === 4) return onProductMissing();
      const serverErrors = error instanceof ApiError ? Object.entries(error.errors) : [];
      setFieldErrors(Object.fromEntries(serverErrors.map(([field, [message = '']]) => [field, message])));
      const shownFields = ['schedule', ...weekdays.map((day) => `schedule.${day}`)];
      if (serverErrors.length === 0 || serverErrors.some(([field]) => !shownFields.includes(field)))
        setFormError(getErrorMessage(error));
    }
  }

  return (
    <form noValidate onSubmit={submit} className="contents">
      <QuantityChoice value={quantity ?? DEFAULT_QUANTITY} onChange={onQuantityChange} />
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-semibold">{t('schedule.hours')}</legend>
        <ul ref={listRef}>
          {weekdays.map((day) => (
            <WeekdayRow
              key={day}
              day={day}
              pickupWindow={currentSchedule[day] ?? null}
              error={getError(day)}
              onToggle={(isOpen) => toggleDay(day, isOpen)}
              onChange={(pickupWindow) => setDayWindow(day, pickupWindow)}
              onApplyToAll={day === firstOpenDay ? () => applyToAll(currentSchedule[day]!) : undefined}
            />
          ))}
        </ul>
        <p role="status" className="sr-only">
          {isAppliedToAll ? t('schedule.applied') : null}
        </p>
        {getError('week') ? <FieldError>{getError('week')}</FieldError> : null}
      </fieldset>
      {formError ? <FieldError>{formError}</FieldError> : null}
      {footer(updateSchedule.isPending)}
    </form>
  );
}

function QuantityChoice({ value, onChange }: { value: string; onChange: (quantity: string) => void }) {
  const { t } = useTranslation('seller');
  return (
    <ChoiceTiles legend={t('schedule.quantity')} value={value} onChange={onChange}>
      <div className="grid grid-cols-4 gap-3 sm:grid-cols-7">
        {QUANTITY_OPTIONS.map((quantity) => (
          <ChoiceTile key={quantity} value={quantity} className="font-display text-[1.25rem] leading-none">
            {quantity}
          </ChoiceTile>
        ))}
      </div>
    </ChoiceTiles>
  );
}

interface WeekdayRowProps {
  day: Weekday;
  /** Null: closed. */
  pickupWindow: DayWindow | null;
  error?: string;
  onToggle: (isOpen: boolean) => void;
  onChange: (pickupWindow: DayWindow) => void;
  /** Copies these hours to every open day; only where it is offered. */
  onApplyToAll?: () => void;
}

export function WeekdayRow({ day, pickupWindow, error, onToggle, onChange, onApplyToAll }: WeekdayRowProps) {
  const { t } = useTranslation('seller');
  const noteId = useId();
  const dayName = t(`days.${day}`);
  const isOvernight = pickupWindow?.time_end && pickupWindow.time_end < pickupWindow.time_start;
  const renderTimeInput = (field: 'time_start' | 'time_end', label: string) => (
    <input
      type="time"
      required
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error || isOvernight ? noteId : undefined}
      value={pickupWindow?.[field] ?? ''}
      onChange={(event) => pickupWindow && onChange({ ...pickupWindow, [field]: event.target.value })}
      className={cn(controlVariants(), 'h-11 tabular-nums max-sm:w-0 max-sm:flex-1')}
    />
  );
  return (
    <li className="grid gap-1 border-b border-line py-2 last:border-0">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5">
        <Checkbox
          checked={pickupWindow !== null}
          onChange={(event) => onToggle(event.target.checked)}
          className={cn('w-[9.75rem] font-bold', pickupWindow ? 'max-sm:w-full' : 'max-sm:flex-1')}
        >
          <span className={pickupWindow ? undefined : 'text-muted'}>{dayName}</span>
        </Checkbox>
        {pickupWindow ? (
          <span className="flex items-center gap-3 max-sm:w-full">
            {renderTimeInput('time_start', t('schedule.from', { day: dayName }))}
            <span aria-hidden="true" className="text-muted">
              –
            </span>
            {renderTimeInput('time_end', t('schedule.to', { day: dayName }))}
          </span>
        ) : (
          <span className="text-muted">{t('schedule.closed')}</span>
        )}
        {onApplyToAll ? (
          <button type="button" onClick={onApplyToAll} className="link min-h-11 text-sm">
            {t('schedule.applyToAll')}
          </button>
        ) : null}
      </div>
      {error ? <FieldError id={noteId}>{error}</FieldError> : null}
      {isOvernight && !error ? (
        <p id={noteId} className="text-[.8125rem] leading-5 text-muted">
          {t('schedule.nextDay')}
        </p>
      ) : null}
    </li>
  );
}
