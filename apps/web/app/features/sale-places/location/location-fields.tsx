import { Button, TextButton } from '@wopack/ui/button.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconCurrentLocation, IconMapPin } from '@wopack/ui/icons';
import { type ClipboardEvent, type FocusEvent, useState } from 'react';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useDevicePosition } from '../../../lib/browser/position.ts';
import { useDebouncedSearch } from '../../../lib/browser/use-debounced-search.ts';
import { SearchBox } from '../../../ui/form/search-box.tsx';
import type { SalePlaceDraft } from '../sale-place-draft.ts';
import { type EstablishmentMatch, establishmentsQuery } from '../sale-places.api.ts';
import { type Coordinates, isLink, parseCoordinates, parseDegrees } from './coordinates.ts';

const hasPin = ({ latitude, longitude }: SalePlaceDraft): boolean =>
  latitude.trim() !== '' || longitude.trim() !== '';

/** Whether the form was sent without any position. */
export const isPinMissing = (errors: FieldErrors<SalePlaceDraft>): boolean => errors.latitude?.type === 'pin';

interface CoordinateFieldsProps {
  form: UseFormReturn<SalePlaceDraft>;
  /** Called with a valid position. */
  onPositionChange: (position: Coordinates) => void;
  onEdit: () => void;
}

/** The position without a map: the device's, or two numbers, which a pasted pair or map link fills in. */
export function CoordinateFields({ form, onPositionChange, onEdit }: CoordinateFieldsProps) {
  const { t } = useTranslation('seller');
  const { errors } = form.formState;
  const [isExpanded, setExpanded] = useState(false);
  const { locate, isLocating, isLocated, error } = useDevicePosition({
    onPosition: onPositionChange,
    isExact: true,
  });

  /** Whether the text was handled: a position, or a link that should contain one. */
  function applyText(text: string): boolean {
    const position = parseCoordinates(text);
    if (position) onPositionChange(position);
    else if (isLink(text)) form.setError('latitude', { message: t('place.noPoint') });
    return position !== null || isLink(text);
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    if (applyText(event.clipboardData.getData('text'))) event.preventDefault();
  };
  const onBlur = (event: FocusEvent<HTMLInputElement>) => applyText(event.target.value);

  const renderField = (name: 'latitude' | 'longitude', limit: 90 | 180, message: string) => (
    <TextField
      label={t(`place.${name}`)}
      error={isPinMissing(errors) ? undefined : errors[name]?.message}
      autoComplete="off"
      spellCheck={false}
      onFocus={onEdit}
      onPaste={onPaste}
      {...form.register(name, {
        validate: {
          // Said once, at the map.
          pin: (_, draft) => hasPin(draft) || name === 'longitude' || t('place.noSpot'),
          degrees: (text, draft) => !hasPin(draft) || parseDegrees(text, limit) !== null || message,
        },
        onBlur,
      })}
    />
  );

  const hasError = !isPinMissing(errors) && Boolean(errors.latitude || errors.longitude);
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">{t('place.point')}</legend>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="ghost"
          size="small"
          loading={isLocating}
          icon={<IconCurrentLocation />}
          onClick={() => void locate()}
        >
          {t('place.locate')}
        </Button>
        <span role="status" className="text-sm text-muted">
          {isLocated ? t('place.located') : null}
        </span>
      </div>
      {error ? (
        <FieldError>{t(error === 'denied' ? 'place.needAccess' : 'place.notWorking')}</FieldError>
      ) : null}
      <details open={isExpanded || hasError} onToggle={(event) => setExpanded(event.currentTarget.open)}>
        <summary className="link inline-flex min-h-11 cursor-pointer list-none items-center text-sm [&::-webkit-details-marker]:hidden">
          {t('place.paste')}
        </summary>
        <p className="mb-3 text-[.8125rem] leading-5 text-muted">{t('place.pointHint')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {renderField('latitude', 90, t('place.badLatitude'))}
          {renderField('longitude', 180, t('place.badLongitude'))}
        </div>
      </details>
    </fieldset>
  );
}

interface EstablishmentSearchProps {
  onSelect: (establishment: EstablishmentMatch) => void;
  /** The user fills in the form instead; called with what they searched for. */
  onManualEntry: (searchText: string) => void;
}

/** Finds an establishment by name; the result fills in the form. */
export function EstablishmentSearch({ onSelect, onManualEntry }: EstablishmentSearchProps) {
  const { t } = useTranslation('seller');
  const [searchText, setSearchText] = useState('');
  /** The text for which a match or the empty form was chosen: nothing is searched until it changes. */
  const [settledText, setSettledText] = useState<string | null>(null);
  const search = useDebouncedSearch(settledText === searchText ? '' : searchText, establishmentsQuery);
  const updateText = (text: string) => {
    setSearchText(text);
    setSettledText(null);
  };
  return (
    <div className="grid gap-2">
      <SearchBox<EstablishmentMatch>
        label={t('place.search')}
        hideLabel
        placeholder={t('place.search')}
        searchText={searchText}
        onSearchTextChange={updateText}
        clearLabel={t('place.clearSearch')}
        onClear={() => updateText('')}
        search={search}
        searchingText={t('place.searching')}
        noResultsText={t('place.notFound')}
        listLabel={t('place.found')}
        listClass="bg-raised shadow-floating"
        getItemText={({ displayName }) => displayName}
        getItemKey={(establishment) =>
          `${establishment.displayName} ${establishment.latitude},${establishment.longitude}`
        }
        onSelect={(establishment) => {
          setSearchText(establishment.displayName);
          setSettledText(establishment.displayName);
          onSelect(establishment);
        }}
        itemClass="flex items-center gap-3.5"
      >
        {(establishment) => (
          <>
            <IconMapPin className="size-5 shrink-0" />
            <span className="grid min-w-0">
              <span className="font-semibold break-words">{establishment.displayName}</span>
              <span className="text-[.8125rem] break-words text-muted">{establishment.formattedAddress}</span>
            </span>
          </>
        )}
      </SearchBox>
      {search.isLongEnough && !search.isSearching ? (
        <TextButton
          onClick={() => {
            setSettledText(searchText);
            onManualEntry(searchText.trim());
          }}
          className="justify-self-start text-sm"
        >
          {t('place.byHand')}
        </TextButton>
      ) : null}
    </div>
  );
}
