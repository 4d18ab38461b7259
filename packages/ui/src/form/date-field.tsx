import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDateString } from '../format.ts';
import { TextField } from './text-field.tsx';

interface Props extends Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange' | 'onBlur'> {
  /** '2026-11-20', or empty. */
  value: string;
  /** Called with complete dates; with an empty text when the field is cleared and not `required`. */
  onDateChange: (date: string) => void;
}

/** A date filter. Incomplete input stays as typed and is reported on blur. */
export function DateField({ value, onDateChange, error, ...field }: Props) {
  const { t } = useTranslation('errors');
  const [draft, setDraft] = useState<{ text: string; value: string; isTouched: boolean } | null>(null);
  // The value was changed from outside meanwhile.
  const activeDraft = draft?.value === value ? draft : null;
  return (
    <TextField
      {...field}
      type="date"
      value={activeDraft ? activeDraft.text : value}
      error={activeDraft?.isTouched ? t('wholeDate') : error}
      onChange={({ target }) => {
        const text = target.value;
        // A partially filled date field has an empty value too.
        const isComplete =
          isDateString(text) || (text === '' && !field.required && !target.validity.badInput);
        setDraft(isComplete ? null : { text, value, isTouched: false });
        if (isComplete && text !== value) onDateChange(text);
      }}
      onBlur={() => {
        if (activeDraft) setDraft({ ...activeDraft, isTouched: true });
      }}
    />
  );
}
