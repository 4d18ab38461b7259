import { ApiError } from '@wopack/contract/client';
import type { DayWindow } from '@wopack/rules';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { notifyProblem } from '../../../ui/toast.ts';
import { type Kept, useSetDate } from './week.api.ts';

interface Props {
  productId: number;
  date: string;
  /** What the fields start with. */
  window: DayWindow;
  onSaved: (kept: Kept[]) => void;
}

/** Hours for one date alone. */
export function HoursForm({ productId, date, window, onSaved }: Props) {
  const { t } = useTranslation('week');
  const save = useSetDate();
  const [hours, setHours] = useState(window);
  const [refused, setRefused] = useState<Record<string, string | undefined>>({});
  const change = (part: keyof DayWindow) => (value: string) => {
    setRefused({});
    setHours({ ...hours, [part]: value });
  };
  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      onSaved(
        await save.mutateAsync({
          ...{ id: productId, date, plan: 'hours' },
          ...(hours.time_start && { time_start: hours.time_start }),
          ...(hours.time_end && { time_end: hours.time_end }),
        }),
      );
    } catch (error) {
      const { time_start, time_end, ...others } = error instanceof ApiError ? error.errors : {};
      setRefused({ time_start: time_start?.[0], time_end: time_end?.[0] });
      if (Object.keys(others).length > 0 || (!time_start && !time_end)) notifyProblem(error);
    }
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <h3 className="h3">{t('otherHours')}</h3>
      <div className="grid grid-cols-2 items-start gap-3">
        {(['time_start', 'time_end'] as const).map((part) => (
          <Field
            key={part}
            type="time"
            required
            label={t(part)}
            value={hours[part]}
            error={refused[part]}
            onChange={(event) => change(part)(event.target.value)}
            inputClassName="tabular-nums"
          />
        ))}
      </div>
      <Button type="submit" look="soft" loading={save.isPending}>
        {t('saveHours')}
      </Button>
    </form>
  );
}
