import { ApiError, isApiError, type Reply } from '@wopack/contract/client';
import {
  type DayWindow,
  defaultSchedule,
  MAX_UNITS_PER_DAY,
  pickupDateText,
  type Schedule,
  type Weekday,
  weekdays,
} from '@wopack/domain';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useUpdateSchedule } from '../products.api.ts';
import {
  DEFAULT_QUANTITY,
  getWindowMinutes,
  isQuantity,
  listNewOvernightDays,
  validateScheduleForm,
} from './schedule.rules.ts';

export interface ScheduleOptions {
  productId: number;
  /** Null: not chosen yet. */
  schedule: Schedule | null;
  /** The product's; missing: none is saved. */
  savedSchedule?: Schedule | null;
  onScheduleChange: (schedule: Schedule) => void;
  quantity: string | null;
  onQuantityChange: (quantity: string) => void;
  /** The product was deleted. */
  onProductMissing: () => void;
}

type SavedSchedule = Reply<'updateSchedule'>['data'];

export type ScheduleFormState = ReturnType<typeof useScheduleForm>;

/**
 * Daily quantity and pickup windows, for `ScheduleFields` in a form of the caller's. Saving puts the product on sale.
 */
export function useScheduleForm({ productId, onProductMissing, ...options }: ScheduleOptions) {
  const { t } = useTranslation('seller');
  const updateSchedule = useUpdateSchedule();
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [formError, setFormError] = useState<string | null>(null);
  const [isAppliedToAll, setIsAppliedToAll] = useState(false);
  const [overnightDays, setOvernightDays] = useState<Weekday[] | null>(null);
  const answerRef = useRef<(isConfirmed: boolean) => void>(undefined);
  const confirmedRef = useRef<Schedule>(options.savedSchedule ?? {});
  const listRef = useRef<HTMLUListElement>(null);
  const schedule: Schedule = options.schedule ?? defaultSchedule;
  const quantity = options.quantity ?? DEFAULT_QUANTITY;
  const errors = validateScheduleForm(schedule);
  const quantityRef = useRef<HTMLInputElement>(null);
  const quantityError = isQuantity(quantity)
    ? fieldErrors.quantity
    : t('schedule.quantityWrong', { count: MAX_UNITS_PER_DAY });

  /** Windows past midnight are often typing errors, so new ones are confirmed. */
  async function confirmOvernightWindows(): Promise<boolean> {
    const days = listNewOvernightDays(schedule, confirmedRef.current);
    if (days.length === 0) return true;
    setOvernightDays(days);
    const isConfirmed = await new Promise<boolean>((resolve) => {
      answerRef.current = resolve;
    });
    setOvernightDays(null);
    if (isConfirmed) confirmedRef.current = schedule;
    else listRef.current?.querySelector<HTMLElement>(`[data-day=${days[0]}] input[type=time]`)?.focus();
    return isConfirmed;
  }

  /** Whether it may be saved; otherwise the first wrong field has the focus. */
  async function validate(): Promise<boolean> {
    if (!isQuantity(quantity)) {
      quantityRef.current?.focus();
      return false;
    }
    if (Object.keys(errors).length === 0) return confirmOvernightWindows();
    const invalidInput = listRef.current?.querySelector<HTMLElement>('[aria-invalid]');
    (invalidInput ?? listRef.current?.querySelector('input'))?.focus();
    return false;
  }

  /** Also for these linked products. Null when it was refused, which the fields show. */
  async function save(sameScheduleFor: readonly number[] = []): Promise<SavedSchedule | null> {
    setFormError(null);
    try {
      return await updateSchedule.mutateAsync({
        product_id: productId,
        quantity: quantity.trim(),
        schedule,
        ...(sameScheduleFor.length > 0 && { same_schedule_for: [...sameScheduleFor] }),
      });
    } catch (error) {
      if (isApiError(error, 'notFound')) onProductMissing();
      else showErrors(error);
      return null;
    }
  }

  function showErrors(error: unknown) {
    const serverErrors = error instanceof ApiError ? Object.entries(error.errors) : [];
    setFieldErrors(Object.fromEntries(serverErrors.map(([field, [message = '']]) => [field, message])));
    const shownFields = ['quantity', 'schedule', ...weekdays.map((day) => `schedule.${day}`)];
    const linkedError = serverErrors.find(([field]) => field === 'same_schedule_for')?.[1][0];
    if (linkedError) setFormError(linkedError);
    else if (serverErrors.length === 0 || serverErrors.some(([field]) => !shownFields.includes(field)))
      setFormError(getErrorMessage(error));
  }

  return {
    schedule,
    quantity,
    quantityError,
    quantityRef,
    onQuantityChange: (nextQuantity: string) => {
      setFieldErrors({});
      options.onQuantityChange(nextQuantity);
    },
    onScheduleChange: (nextSchedule: Schedule, isForAll = false) => {
      setFieldErrors({});
      setIsAppliedToAll(isForAll);
      options.onScheduleChange(nextSchedule);
    },
    getError: (field: Weekday | 'week') => {
      const error = errors[field];
      return error
        ? t(`schedule.problems.${error}`)
        : fieldErrors[field === 'week' ? 'schedule' : `schedule.${field}`];
    },
    formError,
    isAppliedToAll,
    overnightDays,
    answerOvernight: (isConfirmed: boolean) => answerRef.current?.(isConfirmed),
    listRef,
    isSaving: updateSchedule.isPending,
    validate,
    save,
  };
}

/** What saving brought about: dates that keep their hours, or the first pickup of a product put on sale. */
export function useScheduleMessage() {
  const { t, i18n } = useTranslation('seller');
  return ({ kept_dates: unchangedDates, first_pickup: firstPickup }: SavedSchedule, fallback: string) => {
    if (unchangedDates.length) return t('schedule.kept', { count: unchangedDates.length });
    if (!firstPickup) return fallback;
    const { pickup_start: start, pickup_end: end, time_zone: timeZone } = firstPickup;
    const pickup = pickupDateText(new Date(start), new Date(end), timeZone, i18n.language);
    return t('schedule.firstPickup', { message: fallback, pickup });
  };
}

/** Asks whether windows past midnight are meant, with their length. */
export function OvernightDialog({
  form: { overnightDays, schedule, answerOvernight },
}: {
  form: ScheduleFormState;
}) {
  const { t } = useTranslation('seller');
  if (!overnightDays) return null;
  return (
    <ConfirmDialog
      open
      onClose={() => answerOvernight(false)}
      title={t('schedule.overnight.title')}
      description={t('schedule.overnight.text')}
      confirmLabel={t('schedule.overnight.confirm')}
      cancelLabel={t('schedule.overnight.change')}
      onConfirm={() => answerOvernight(true)}
    >
      <ul className="grid gap-1">
        {overnightDays.map((day) => (
          <li key={day} className="font-semibold tabular-nums">
            <OvernightWindow day={day} pickupWindow={schedule[day]!} />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function OvernightWindow({ day, pickupWindow }: { day: Weekday; pickupWindow: DayWindow }) {
  const { t } = useTranslation('seller');
  const { formatDuration } = useFormat();
  return t('schedule.overnight.window', {
    day: t(`days.${day}`),
    from: pickupWindow.time_start,
    to: pickupWindow.time_end,
    duration: formatDuration(getWindowMinutes(pickupWindow) * 60_000),
  });
}
