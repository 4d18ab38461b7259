import { IconCurrentLocation } from '@tabler/icons-react';
import { type ClipboardEvent, type FocusEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldError } from '../../ui/field-frame.tsx';
import { type Coordinates, isLink, parseCoordinates, parseDegrees } from './coordinates.ts';
import type { PlaceDraft } from './place-draft.ts';
import { usePosition } from './use-position.ts';

interface Props {
  form: UseFormReturn<PlaceDraft>;
  /** The spot is known. */
  fill: (spot: Coordinates) => void;
}

/** Where the place is, without the map: my position, or two numbers, which a pasted pair or map link fills in. */
export function CoordinateFields({ form, fill }: Props) {
  const { t } = useTranslation('seller');
  const { errors } = form.formState;
  const [open, setOpen] = useState(false);
  const { state, locate } = usePosition(fill);

  /** Whether the text named a spot, or was a link and should have. */
  function taken(text: string): boolean {
    const spot = parseCoordinates(text);
    if (spot) fill(spot);
    else if (isLink(text)) form.setError('latitude', { message: t('place.noPoint') });
    return spot !== null || isLink(text);
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    if (taken(event.clipboardData.getData('text'))) event.preventDefault();
  };
  const onBlur = (event: FocusEvent<HTMLInputElement>) => taken(event.target.value);

  const field = (name: 'latitude' | 'longitude', limit: 90 | 180, problem: string) => (
    <Field
      label={t(`place.${name}`)}
      error={errors[name]?.message}
      autoComplete="off"
      spellCheck={false}
      onPaste={onPaste}
      {...form.register(name, {
        validate: (text) => {
          if (parseDegrees(text, limit) !== null) return true;
          return text.trim() ? problem : t('place.noSpot');
        },
        onBlur,
      })}
    />
  );

  const wrong = Boolean(errors.latitude || errors.longitude);
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">{t('place.point')}</legend>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="ghost"
          small
          loading={state === 'asking'}
          icon={<IconCurrentLocation aria-hidden="true" />}
          onClick={locate}
        >
          {t('place.locate')}
        </Button>
        <span role="status" className="text-sm text-2">
          {state === 'found' ? t('place.located') : null}
        </span>
      </div>
      {state === 'needAccess' || state === 'notWorking' ? (
        <FieldError>{t(`place.${state}`)}</FieldError>
      ) : null}
      <details open={open || wrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="link inline-flex min-h-11 cursor-pointer list-none items-center text-sm [&::-webkit-details-marker]:hidden">
          {t('place.paste')}
        </summary>
        <p className="mb-3 text-[.8125rem] leading-5 text-2">{t('place.pointHint')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {field('latitude', 90, t('place.badLatitude'))}
          {field('longitude', 180, t('place.badLongitude'))}
        </div>
      </details>
    </fieldset>
  );
}
