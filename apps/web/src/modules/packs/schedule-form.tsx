import { ApiError } from '@wopack/contract/client';
import { type DayWindow, defaultSchedule, type Schedule, type Weekday, weekdays } from '@wopack/rules';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../lib/problems.ts';
import { FieldError } from '../../ui/field-frame.tsx';
import { notify } from '../../ui/toast.ts';
import { DayRow } from './day-row.tsx';
import { useSaveSchedule } from './packs.api.ts';
import { QuantityChoice } from './quantity-choice.tsx';
import { DEFAULT_QUANTITY, weekProblems } from './week.ts';

interface Props {
  productId: number;
  /** Null: not chosen yet. */
  week: Schedule | null;
  onWeek: (week: Schedule) => void;
  quantity: string | null;
  onQuantity: (quantity: string) => void;
  /** What is said when it is sent. */
  sent: string;
  onSent: () => void;
  /** The pack is not there any more. */
  onPackGone: () => void;
  /** The buttons below, told whether the schedule is being sent. */
  footer: (sending: boolean) => ReactNode;
}

/** How many packs a day and when they are collected; sending puts the pack on sale. */
export function ScheduleForm(props: Props) {
  const { productId, week, onWeek, quantity, onQuantity, sent, onSent, onPackGone, footer } = props;
  const { t } = useTranslation('seller');
  const send = useSaveSchedule();
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [applied, setApplied] = useState(false);
  const lastHours = useRef<Schedule>({});
  const list = useRef<HTMLUListElement>(null);

  const schedule: Schedule = week ?? defaultSchedule;
  const problems = weekProblems(schedule);
  const first = weekdays.find((day) => schedule[day]);
  const problemOf = (part: Weekday | 'week') => {
    const problem = problems[part];
    return problem
      ? t(`schedule.problems.${problem}`)
      : refused[part === 'week' ? 'schedule' : `schedule.${part}`];
  };

  function change(next: Schedule) {
    setRefused({});
    setApplied(false);
    onWeek(next);
  }
  const setDay = (day: Weekday, window: DayWindow) => change({ ...schedule, [day]: window });
  function toggle(day: Weekday, open: boolean) {
    const { [day]: before, ...others } = schedule;
    if (before) lastHours.current[day] = before;
    const hours = lastHours.current[day] ?? (first && schedule[first]) ?? defaultSchedule.mon!;
    change(open ? { ...schedule, [day]: hours } : others);
  }
  function applyToAll(window: DayWindow) {
    change(Object.fromEntries(weekdays.flatMap((day) => (schedule[day] ? [[day, window]] : []))));
    setApplied(true);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (Object.keys(problems).length) {
      const wrong = list.current?.querySelector<HTMLElement>('[aria-invalid]');
      (wrong ?? list.current?.querySelector('input'))?.focus();
      return;
    }
    setProblem(null);
    try {
      const body = { product_id: productId, quantity: quantity ?? DEFAULT_QUANTITY, schedule };
      const { kept_dates: kept } = await send.mutateAsync(body);
      notify(kept.length ? t('schedule.kept', { count: kept.length }) : sent);
      onSent();
    } catch (error) {
      if (error instanceof ApiError && error.code === 4) return onPackGone();
      const said = error instanceof ApiError ? Object.entries(error.errors) : [];
      setRefused(Object.fromEntries(said.map(([field, [message = '']]) => [field, message])));
      const shown = ['schedule', ...weekdays.map((day) => `schedule.${day}`)];
      if (said.length === 0 || said.some(([field]) => !shown.includes(field))) setProblem(problemText(error));
    }
  }

  return (
    <form noValidate onSubmit={submit} className="contents">
      <QuantityChoice value={quantity ?? DEFAULT_QUANTITY} onChange={onQuantity} />
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-semibold">{t('schedule.hours')}</legend>
        <ul ref={list}>
          {weekdays.map((day) => (
            <DayRow
              key={day}
              day={day}
              window={schedule[day] ?? null}
              problem={problemOf(day)}
              onToggle={(open) => toggle(day, open)}
              onChange={(window) => setDay(day, window)}
              onApplyToAll={day === first ? () => applyToAll(schedule[day]!) : undefined}
            />
          ))}
        </ul>
        <p role="status" className="sr-only">
          {applied ? t('schedule.applied') : null}
        </p>
        {problemOf('week') ? <FieldError>{problemOf('week')}</FieldError> : null}
      </fieldset>
      {problem ? <FieldError>{problem}</FieldError> : null}
      {footer(send.isPending)}
    </form>
  );
}
