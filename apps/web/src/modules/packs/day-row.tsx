import type { DayWindow, Weekday } from '@wopack/rules';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../lib/cx.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { controlClass, FieldError } from '../../ui/field-frame.tsx';

interface Props {
  day: Weekday;
  /** Null: closed. */
  window: DayWindow | null;
  problem?: string;
  onToggle: (open: boolean) => void;
  onChange: (window: DayWindow) => void;
  /** Gives every open day these hours; only where it is offered. */
  onApplyToAll?: () => void;
}

/** A weekday: open or closed, and from when until when. */
export function DayRow({ day, window, problem, onToggle, onChange, onApplyToAll }: Props) {
  const { t } = useTranslation('seller');
  const note = useId();
  const name = t(`days.${day}`);
  const overnight = window?.time_end && window.time_end < window.time_start;
  const time = (part: 'time_start' | 'time_end', label: string) => (
    <input
      type="time"
      required
      aria-label={label}
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem || overnight ? note : undefined}
      value={window?.[part] ?? ''}
      onChange={(event) => window && onChange({ ...window, [part]: event.target.value })}
      className={`${controlClass()} h-11 w-[7.75rem] px-3 tabular-nums max-sm:w-0 max-sm:flex-1`}
    />
  );
  return (
    <li className="grid gap-1 border-b border-line py-2 last:border-0">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5">
        <Checkbox
          checked={window !== null}
          onChange={(event) => onToggle(event.target.checked)}
          className={cx('w-[9.75rem] font-bold', window ? 'max-sm:w-full' : 'max-sm:flex-1')}
        >
          <span className={window ? undefined : 'text-2'}>{name}</span>
        </Checkbox>
        {window ? (
          <span className="flex items-center gap-3 max-sm:w-full">
            {time('time_start', t('schedule.from', { day: name }))}
            <span aria-hidden="true" className="text-2">
              –
            </span>
            {time('time_end', t('schedule.to', { day: name }))}
          </span>
        ) : (
          <span className="text-2">{t('schedule.closed')}</span>
        )}
        {onApplyToAll ? (
          <button type="button" onClick={onApplyToAll} className="link min-h-11 text-sm">
            {t('schedule.applyToAll')}
          </button>
        ) : null}
      </div>
      {problem ? <FieldError id={note}>{problem}</FieldError> : null}
      {overnight && !problem ? (
        <p id={note} className="text-[.8125rem] leading-5 text-2">
          {t('schedule.nextDay')}
        </p>
      ) : null}
    </li>
  );
}
