import type { DayWindow, Weekday } from '@wopack/domain';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { controlVariants, FieldError } from '../../../ui/form/form-field.tsx';

interface Props {
  day: Weekday;
  /** Null: closed. */
  pickupWindow: DayWindow | null;
  error?: string;
  onToggle: (isOpen: boolean) => void;
  onChange: (pickupWindow: DayWindow) => void;
  /** Gives every open day these hours; only where it is offered. */
  onApplyToAll?: () => void;
}

/** A weekday: open or closed, and from when until when. */
export function WeekdayRow({ day, pickupWindow, error, onToggle, onChange, onApplyToAll }: Props) {
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
