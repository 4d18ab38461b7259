import {
  type DayPlan,
  defaultSchedule,
  MAX_UNITS_PER_DAY,
  type Schedule,
  type Weekday,
  weekdays,
} from '@wopack/domain';
import { TextButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { controlVariants } from '@wopack/ui/form/control-variants.ts';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { type FormEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { getWindowMinutes, isOvernightWindow, QUANTITY_OPTIONS } from './schedule.rules.ts';
import {
  OvernightDialog,
  type ScheduleFormState,
  type ScheduleOptions,
  useScheduleForm,
  useScheduleMessage,
} from './use-schedule-form.tsx';

interface Props extends ScheduleOptions {
  /** Shown after saving. */
  successMessage: string;
  onSaved: () => void;
  /** The buttons, given whether the schedule is being saved. */
  footer: (saving: boolean) => ReactNode;
  /** Below the daily quantity. */
  proposal?: ReactNode;
}

/** The schedule as a form of its own. */
export function ScheduleForm({ successMessage, onSaved, footer, proposal, ...options }: Props) {
  const form = useScheduleForm(options);
  const getMessage = useScheduleMessage();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!(await form.validate())) return;
    const savedSchedule = await form.save();
    if (!savedSchedule) return;
    showToast(getMessage(savedSchedule, successMessage));
    onSaved();
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="contents">
      <ScheduleFields form={form} proposal={proposal} />
      {footer(form.isSaving)}
    </form>
  );
}

export function ScheduleFields({ form, proposal }: { form: ScheduleFormState; proposal?: ReactNode }) {
  const { t } = useTranslation('seller');
  const { schedule, quantity, onScheduleChange, getError } = form;
  const lastDaysRef = useRef<Schedule>({});
  const [hasDayQuantities, setHasDayQuantities] = useState(
    weekdays.some((day) => schedule[day]?.quantity !== undefined),
  );
  const firstOpenDay = weekdays.find((day) => schedule[day]);
  const updateDay = (day: Weekday, plan: DayPlan) => onScheduleChange({ ...schedule, [day]: plan });
  function toggleDay(day: Weekday, isOpen: boolean) {
    const { [day]: previousPlan, ...otherDays } = schedule;
    if (previousPlan) lastDaysRef.current[day] = previousPlan;
    const initialPlan =
      lastDaysRef.current[day] ?? (firstOpenDay && schedule[firstOpenDay]) ?? defaultSchedule.mon!;
    onScheduleChange(isOpen ? { ...schedule, [day]: initialPlan } : otherDays);
  }
  const mapDays = (change: (plan: DayPlan) => DayPlan): Schedule =>
    Object.fromEntries(weekdays.flatMap((day) => (schedule[day] ? [[day, change(schedule[day])]] : [])));
  function toggleDayQuantities(isOn: boolean) {
    setHasDayQuantities(isOn);
    if (!isOn) onScheduleChange(mapDays(({ quantity: _, ...hours }) => hours));
  }
  return (
    <>
      <QuantityChoice
        value={quantity}
        error={form.quantityError}
        inputRef={form.quantityRef}
        onChange={form.onQuantityChange}
      />
      {proposal}
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-semibold">{t('schedule.hours')}</legend>
        <ul ref={form.listRef}>
          {weekdays.map((day) => (
            <WeekdayRow
              key={day}
              day={day}
              plan={schedule[day] ?? null}
              error={getError(day)}
              dailyQuantity={hasDayQuantities ? quantity : null}
              onToggle={(isOpen) => toggleDay(day, isOpen)}
              onChange={(plan) => updateDay(day, plan)}
              onApplyToAll={
                day === firstOpenDay
                  ? () => {
                      const { time_start, time_end } = schedule[day]!;
                      onScheduleChange(
                        mapDays((plan) => ({ ...plan, time_start, time_end })),
                        true,
                      );
                    }
                  : undefined
              }
            />
          ))}
        </ul>
        <p role="status" className="sr-only">
          {form.isAppliedToAll ? t('schedule.applied') : null}
        </p>
        <Checkbox
          checked={hasDayQuantities}
          onChange={(event) => toggleDayQuantities(event.target.checked)}
          className="mt-1"
        >
          {t('schedule.byDay')}
        </Checkbox>
        {getError('week') ? <FieldError>{getError('week')}</FieldError> : null}
      </fieldset>
      {form.formError ? <FieldError>{form.formError}</FieldError> : null}
      <OvernightDialog form={form} />
    </>
  );
}

const isOption = (quantity: string) => QUANTITY_OPTIONS.some((option) => option === quantity);
/** What the field for more packs begins with. */
const FIRST_OTHER_QUANTITY = String(QUANTITY_OPTIONS.length + 1);

interface QuantityChoiceProps {
  value: string;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  onChange: (quantity: string) => void;
}

/** 1 to 7, or a field for more. */
function QuantityChoice({ value, error, inputRef, onChange }: QuantityChoiceProps) {
  const { t } = useTranslation('seller');
  const [isOtherChosen, setIsOther] = useState(false);
  const isOther = isOtherChosen || !isOption(value);
  return (
    <div className="grid gap-3">
      <ChoiceTiles
        legend={t('schedule.quantity')}
        value={isOther ? 'other' : value}
        onChange={(choice) => {
          setIsOther(choice === 'other');
          onChange(choice === 'other' ? FIRST_OTHER_QUANTITY : choice);
        }}
      >
        <div className="grid grid-cols-4 gap-3 sm:grid-cols-8">
          {QUANTITY_OPTIONS.map((quantity) => (
            <ChoiceTile key={quantity} value={quantity} className="font-display text-[1.25rem] leading-none">
              {quantity}
            </ChoiceTile>
          ))}
          <ChoiceTile value="other" className="text-sm">
            {t('schedule.moreQuantity')}
          </ChoiceTile>
        </div>
      </ChoiceTiles>
      {isOther ? (
        <TextField
          className="max-w-56"
          ref={inputRef}
          label={t('schedule.otherQuantity')}
          hint={t('schedule.quantityLimit', { count: MAX_UNITS_PER_DAY })}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : null}
    </div>
  );
}

interface WeekdayRowProps {
  day: Weekday;
  /** Null: closed. */
  plan: DayPlan | null;
  error?: string;
  /** Holds on weekdays without a quantity of their own; null: none can have one. */
  dailyQuantity: string | null;
  onToggle: (isOpen: boolean) => void;
  onChange: (plan: DayPlan) => void;
  /** Copies these hours to every open day; only where it is offered. */
  onApplyToAll?: () => void;
}

function WeekdayRow({ day, plan, error, dailyQuantity, onToggle, onChange, onApplyToAll }: WeekdayRowProps) {
  const { t } = useTranslation('seller');
  const { formatDuration } = useFormat();
  const noteId = useId();
  const dayName = t(`days.${day}`);
  const isOvernight = plan !== null && isOvernightWindow(plan);
  const renderTimeInput = (field: 'time_start' | 'time_end', label: string) => (
    <input
      type="time"
      required
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error || isOvernight ? noteId : undefined}
      value={plan?.[field] ?? ''}
      onChange={(event) => plan && onChange({ ...plan, [field]: event.target.value })}
      className={cn(controlVariants(), 'h-11 tabular-nums max-sm:w-0 max-sm:flex-1')}
    />
  );
  return (
    <li data-day={day} className="grid gap-1 border-b border-line py-2 last:border-0">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5">
        <Checkbox
          checked={plan !== null}
          onChange={(event) => onToggle(event.target.checked)}
          className={cn('w-[9.75rem] font-bold', plan ? 'max-sm:w-full' : 'max-sm:flex-1')}
        >
          <span className={plan ? undefined : 'text-muted'}>{dayName}</span>
        </Checkbox>
        {plan ? (
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
        {plan && dailyQuantity !== null ? (
          <Select
            label={t('schedule.quantityOn', { day: dayName })}
            hideLabel
            variant="pill"
            value={plan.quantity ?? dailyQuantity}
            onChange={({ target }) => onChange({ ...plan, quantity: Number(target.value) })}
          >
            {Array.from({ length: MAX_UNITS_PER_DAY }, (_, index) => index + 1).map((option) => (
              <option key={option} value={option}>
                {t('receipt.packs', { count: option })}
              </option>
            ))}
          </Select>
        ) : null}
        {onApplyToAll ? (
          <TextButton onClick={onApplyToAll} className="text-sm">
            {t('schedule.applyToAll')}
          </TextButton>
        ) : null}
      </div>
      {error ? <FieldError id={noteId}>{error}</FieldError> : null}
      {isOvernight && !error ? (
        <p id={noteId} className="text-[.8125rem] leading-5 text-muted">
          {t('schedule.nextDay')} · {formatDuration(getWindowMinutes(plan) * 60_000)}
        </p>
      ) : null}
    </li>
  );
}
