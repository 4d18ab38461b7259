import { ApiError } from '@wopack/contract/client';
import type { DayWindow } from '@wopack/domain';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { showErrorToast } from '../../../ui/overlay/toast.ts';
import { type UnchangedSlot, useUpdateDateOverride } from './seller-week.api.ts';

interface Props {
  productId: number;
  date: string;
  /** What the fields start with. */
  initialWindow: DayWindow;
  onSaved: (unchangedSlots: UnchangedSlot[]) => void;
}

/** Hours for one date alone. */
export function HoursForm({ productId, date, initialWindow, onSaved }: Props) {
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
          ...{ id: productId, date, plan: 'hours' },
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
