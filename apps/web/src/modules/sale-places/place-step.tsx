import { type FormEvent, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { read } from '../../lib/storage.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { Coordinates } from './coordinates.ts';
import { MyPlaceChoice } from './my-place-choice.tsx';
import {
  chooseMyPlace,
  chooseNewPlace,
  keepPlaceDraft,
  placeRegistered,
  readPlaceDraft,
  registeredPlaceId,
} from './place-draft.ts';
import { PlaceForm } from './place-form.tsx';
import { PlaceMap } from './place-map.tsx';
import { type SalePlace, useMySalePlaces, useSavePlace } from './sale-places.api.ts';

interface Props {
  onDone: () => void;
  /** What the map shows while no spot is chosen. */
  start: Coordinates;
  /** Where the map goes; missing: into the form. */
  mapInto?: HTMLElement | null;
  /** The buttons below, told whether something is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** Which place the pack goes to: one the seller has, or a new one. */
export function PlaceStep(props: Props) {
  const { data, isPending } = useMySalePlaces();
  if (isPending) return <Bones />;
  // The one these steps registered is changed in the form, not chosen from the list.
  const places = (data ?? []).filter(({ id }) => id !== registeredPlaceId());
  if (places.length === 0) return <NewPlace {...props} />;
  return <WithPlaces places={places} {...props} />;
}

/** A place of its own; what is typed is kept at every stroke. */
function NewPlace({ onDone, ...form }: Props) {
  const save = useSavePlace({ orNew: true });
  return (
    <PlaceForm
      {...form}
      initial={readPlaceDraft()}
      onDraft={keepPlaceDraft}
      onSave={async (place, draft) => {
        placeRegistered(await save.mutateAsync({ ...place, id: registeredPlaceId() }), draft);
        onDone();
      }}
    />
  );
}

function WithPlaces({ places, ...props }: Props & { places: readonly SalePlace[] }) {
  const { onDone, footer, mapInto } = props;
  const [chosen, setChosen] = useState(() => firstChoice(places));
  const choose = (place: SalePlace | null) => {
    setChosen(place);
    if (place) chooseMyPlace(place);
    else chooseNewPlace();
  };
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) return;
    chooseMyPlace(chosen);
    onDone();
  };
  return (
    <>
      <MyPlaceChoice places={places} value={chosen?.id ?? null} onChange={choose} />
      {chosen ? (
        <form onSubmit={goOn} className="contents">
          {mapInto ? createPortal(<Picture place={chosen} />, mapInto) : null}
          {footer(false)}
        </form>
      ) : (
        <NewPlace {...props} />
      )}
    </>
  );
}

const Picture = ({ place }: { place: SalePlace }) => (
  <PlaceMap
    point={place}
    start={place}
    name={place.name}
    type={place.categories[0]?.slug ?? ''}
    look="panel"
  />
);

/** What was chosen before; at first the seller's first place, unless a new one is already being typed. */
function firstChoice(places: readonly SalePlace[]): SalePlace | null {
  if (read('isSelectedPlace')) return places.find(({ id }) => id === read('createdPlace')?.id) ?? null;
  return read('selectedPlace') ? null : (places[0] ?? null);
}

const Bones = () => (
  <Loading className="grid gap-4">
    <Skeleton className="h-[52px]" />
    <Skeleton className="h-[52px]" />
    <Skeleton className="h-[52px]" />
  </Loading>
);
