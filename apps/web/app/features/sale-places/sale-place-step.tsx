import { useQuery } from '@tanstack/react-query';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { RenderRefusal } from '../../lib/api/refusal.ts';
import { createNameComparator } from '../../lib/i18n/language.ts';
import { readRegistration, writeRegistration } from '../../lib/storage/registration.ts';
import { FoodIcon } from '../../ui/images/food-icon.tsx';
import type { Coordinates } from './location/coordinates.ts';
import { SalePlaceMap } from './location/sale-place-map.tsx';
import {
  getRegisteredSalePlaceId,
  readSalePlaceDraft,
  saveRegisteredSalePlace,
  saveSalePlaceDraft,
  selectExistingSalePlace,
  selectNewSalePlace,
} from './sale-place-draft.ts';
import { SalePlaceForm } from './sale-place-form.tsx';
import { mySalePlacesQuery, type SalePlace, useSaveSalePlace } from './sale-places.api.ts';

/** Radio buttons that fit a phone's screen; more are in a select. */
const MAX_RADIO_OPTIONS = 6;

interface SalePlaceChoiceProps {
  salePlaces: readonly SalePlace[];
  /** Null: a new one. */
  value: number | null;
  onChange: (salePlace: SalePlace | null) => void;
}

/** One of the seller's sale places, or a new one. */
export function SalePlaceChoice({ salePlaces, value, onChange }: SalePlaceChoiceProps) {
  const { t } = useTranslation('seller');
  const groupName = useId();
  if (salePlaces.length > MAX_RADIO_OPTIONS)
    return <SalePlaceSelect salePlaces={salePlaces} value={value} onChange={onChange} />;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2.5">
      <legend className="mb-2.5 text-sm font-semibold">{t('place.which')}</legend>
      {salePlaces.map((salePlace) => (
        <label key={salePlace.id} className={optionClass}>
          <input
            type="radio"
            name={groupName}
            className="sr-only"
            checked={value === salePlace.id}
            onChange={() => onChange(salePlace)}
          />
          <FoodIcon slug={salePlace.categories[0]?.slug ?? ''} className="size-9" />
          <span className="min-w-0">
            <b className="block truncate">{salePlace.name}</b>
            <span className="block truncate text-sm opacity-80">{salePlace.address}</span>
          </span>
        </label>
      ))}
      <label className={optionClass}>
        <input
          type="radio"
          name={groupName}
          className="sr-only"
          checked={value === null}
          onChange={() => onChange(null)}
        />
        <b>{t('place.another')}</b>
      </label>
    </fieldset>
  );
}

/** For many sale places: a native select, with the address of the selected one below. */
function SalePlaceSelect({ salePlaces, value, onChange }: SalePlaceChoiceProps) {
  const { t, i18n } = useTranslation('seller');
  const findSalePlace = (id: number | null) => salePlaces.find((salePlace) => salePlace.id === id) ?? null;
  return (
    <Select
      label={t('place.which')}
      hint={findSalePlace(value)?.address}
      value={value ?? ''}
      onChange={({ target }) => onChange(findSalePlace(Number(target.value)))}
    >
      <option value="">{t('place.another')}</option>
      {salePlaces.toSorted(createNameComparator(i18n.language)).map((salePlace) => (
        <option key={salePlace.id} value={salePlace.id}>
          {salePlace.name}
        </option>
      ))}
    </Select>
  );
}

const optionClass =
  'flex min-h-14 items-center gap-3.5 rounded-md px-4 py-2.5 inset-ring-[1.5px] inset-ring-line-strong hover:bg-quiet has-checked:on-brand has-checked:bg-brand has-checked:text-on-brand has-checked:inset-ring-2 has-checked:inset-ring-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';

interface Props {
  onDone: () => void;
  /** Centre of the map while there is no position. */
  fallbackPosition: Coordinates;
  /** Container for the map; missing: in the form. */
  mapContainer?: HTMLElement | null;
  renderRefusal?: RenderRefusal;
  /** The buttons, given whether something is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** Selects an existing sale place for the product, or registers a new one. */
export function SalePlaceStep(props: Props) {
  const { t, i18n } = useTranslation('seller');
  return (
    <QueryState
      query={useQuery(mySalePlacesQuery(i18n.language))}
      loading={<LoadingRows count={3} row="h-[52px]" className="grid gap-4" />}
      reassurance={t('safe')}
    >
      {(mySalePlaces) => {
        // The one registered by these steps is edited in the form, not selected from the list.
        const salePlaces = mySalePlaces.filter(({ id }) => id !== getRegisteredSalePlaceId());
        return salePlaces.length === 0 ? (
          <NewSalePlaceForm {...props} />
        ) : (
          <SalePlaceSelection salePlaces={salePlaces} {...props} />
        );
      }}
    </QueryState>
  );
}

/** Its draft is stored on every keystroke. */
function NewSalePlaceForm({ onDone, ...formProps }: Props) {
  const saveSalePlace = useSaveSalePlace({ createIfMissing: true });
  return (
    <SalePlaceForm
      {...formProps}
      // The one registered by these steps is changed, not registered again.
      asksForLookAlikes={getRegisteredSalePlaceId() === null}
      otherPlaces={readRegistration().otherPlaces ?? undefined}
      onOtherPlaces={(otherPlaces) => writeRegistration({ otherPlaces })}
      initial={readSalePlaceDraft()}
      onDraftChange={saveSalePlaceDraft}
      onSave={async (salePlace, draft) => {
        saveRegisteredSalePlace(
          await saveSalePlace.mutateAsync({ ...salePlace, id: getRegisteredSalePlaceId() }),
          draft,
        );
        onDone();
      }}
    />
  );
}

function SalePlaceSelection({ salePlaces, ...props }: Props & { salePlaces: readonly SalePlace[] }) {
  const { onDone, footer, mapContainer } = props;
  const [selected, setSelected] = useState(() => getInitialSalePlace(salePlaces));
  const select = (salePlace: SalePlace | null) => {
    setSelected(salePlace);
    if (salePlace) selectExistingSalePlace(salePlace);
    else selectNewSalePlace();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!selected) return;
    selectExistingSalePlace(selected);
    onDone();
  };
  return (
    <>
      <SalePlaceChoice salePlaces={salePlaces} value={selected?.id ?? null} onChange={select} />
      {selected ? (
        <form noValidate onSubmit={handleSubmit} className="contents">
          {mapContainer ? createPortal(<SalePlacePicture salePlace={selected} />, mapContainer) : null}
          {footer(false)}
        </form>
      ) : (
        <NewSalePlaceForm {...props} />
      )}
    </>
  );
}

const SalePlacePicture = ({ salePlace }: { salePlace: SalePlace }) => (
  <SalePlaceMap
    position={salePlace}
    fallbackPosition={salePlace}
    name={salePlace.name}
    type={salePlace.categories[0]?.slug ?? ''}
    variant="panel"
  />
);

/** The stored selection; initially the seller's first sale place, unless there is a draft of a new one. */
function getInitialSalePlace(salePlaces: readonly SalePlace[]): SalePlace | null {
  const { isSelected, salePlace, placeDraft } = readRegistration();
  if (isSelected) return salePlaces.find(({ id }) => id === salePlace?.id) ?? null;
  return placeDraft ? null : (salePlaces[0] ?? null);
}
