import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/form/form-field.tsx';

const cancelReasons = ['allergens', 'wrongPack', 'other'] as const;
export type CancelReason = (typeof cancelReasons)[number];

interface Props {
  value: CancelReason | null;
  onChange: (reason: CancelReason) => void;
  error: string | undefined;
}

/** What is the matter with the pack. */
export function CancelReasonChoice({ value, onChange, error }: Props) {
  const { t } = useTranslation('orders');
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-why`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-note` : undefined}
      className="grid gap-2"
    >
      <p id={`${id}-why`} className="mb-2 text-sm font-semibold">
        {t('cancel.why')}
      </p>
      {cancelReasons.map((reason) => (
        <label
          key={reason}
          className="flex min-h-12 items-center gap-3 rounded-md px-4 font-semibold inset-ring-[1.5px] inset-ring-line-strong has-checked:bg-brand has-checked:text-on-brand has-checked:inset-ring-2 has-checked:inset-ring-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={id}
            checked={reason === value}
            onChange={() => onChange(reason)}
            className="size-5 shrink-0 accent-contrast outline-none"
          />
          {t(`cancel.reasons.${reason}`)}
        </label>
      ))}
      {error ? <FieldError id={`${id}-note`}>{error}</FieldError> : null}
    </div>
  );
}
