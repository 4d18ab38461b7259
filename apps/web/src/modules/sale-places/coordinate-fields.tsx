import { IconCurrentLocation } from '@tabler/icons-react';
import type { ClipboardEvent, FocusEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldError } from '../../ui/field-frame.tsx';
import { isLink, parseCoordinates, parseDegrees } from './coordinates.ts';
import type { PlaceDraft } from './place-draft.ts';
import { usePosition } from './use-position.ts';

/** About a metre. */
const DECIMALS = 5;

/** Where the place is: my position, or two numbers, which a pasted pair or map link fills in at once. */
export function CoordinateFields({ form }: { form: UseFormReturn<PlaceDraft> }) {
  const { t } = useTranslation('seller');
  const { errors } = form.formState;
  const { state, locate } = usePosition(({ latitude, longitude }) =>
    fill(latitude.toFixed(DECIMALS), longitude.toFixed(DECIMALS)),
  );

  function fill(latitude: string, longitude: string) {
    form.setValue('latitude', latitude, { shouldValidate: true });
    form.setValue('longitude', longitude, { shouldValidate: true });
  }

  /** Whether the text named a spot, or was a link and should have. */
  function taken(text: string): boolean {
    const spot = parseCoordinates(text);
    if (spot) fill(String(spot.latitude), String(spot.longitude));
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
        validate: (text) => parseDegrees(text, limit) !== null || problem,
        onBlur,
      })}
    />
  );

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{t('place.point')}</legend>
      <p className="-mt-1 text-[.8125rem] leading-5 text-2">{t('place.pointHint')}</p>
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
      <div className="grid gap-4 sm:grid-cols-2">
        {field('latitude', 90, t('place.badLatitude'))}
        {field('longitude', 180, t('place.badLongitude'))}
      </div>
    </fieldset>
  );
}
