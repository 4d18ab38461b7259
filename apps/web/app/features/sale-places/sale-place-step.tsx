import { type FormEvent, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { readStored } from '../../lib/storage/storage.ts';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import type { Coordinates } from './location/coordinates.ts';
import { SalePlaceMap } from './location/sale-place-map.tsx';
import { SalePlaceChoice } from './sale-place-choice.tsx';
import {
  getRegisteredSalePlaceId,
  readSalePlaceDraft,
  saveRegisteredSalePlace,
  saveSalePlaceDraft,
  selectExistingSalePlace,
  selectNewSalePlace,
} from './sale-place-draft.ts';
import { SalePlaceForm } from './sale-place-form.tsx';
import { type SalePlace, useMySalePlaces, useSaveSalePlace } from './sale-places.api.ts';

interface Props {
  onDone: () => void;
  /** What the map shows while no spot is chosen. */
  fallbackPosition: Coordinates;
  /** Where the map goes; missing: into the form. */
  mapContainer?: HTMLElement | null;
  /** The buttons below, told whether something is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** Which place the pack goes to: one the seller has, or a new one. */
export function SalePlaceStep(props: Props) {
  const { data, isPending } = useMySalePlaces();
  if (isPending) return <SalePlaceStepSkeleton />;
  // The one these steps registered is changed in the form, not chosen from the list.
  const salePlaces = (data ?? []).filter(({ id }) => id !== getRegisteredSalePlaceId());
  if (salePlaces.length === 0) return <NewSalePlaceForm {...props} />;
  return <SalePlaceSelection salePlaces={salePlaces} {...props} />;
}

/** A place of its own; what is typed is kept at every stroke. */
function NewSalePlaceForm({ onDone, ...formProps }: Props) {
  const saveSalePlace = useSaveSalePlace({ createIfMissing: true });
  return (
    <SalePlaceForm
      {...formProps}
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
        <form onSubmit={handleSubmit} className="contents">
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

/** What was chosen before; at first the seller's first place, unless a new one is already being typed. */
function getInitialSalePlace(salePlaces: readonly SalePlace[]): SalePlace | null {
  if (readStored('isSelectedPlace'))
    return salePlaces.find(({ id }) => id === readStored('createdPlace')?.id) ?? null;
  return readStored('selectedPlace') ? null : (salePlaces[0] ?? null);
}

const SalePlaceStepSkeleton = () => (
  <Loading className="grid gap-4">
    <Skeleton className="h-[52px]" />
    <Skeleton className="h-[52px]" />
    <Skeleton className="h-[52px]" />
  </Loading>
);
