import { type FormEvent, type ReactNode, useState } from 'react';
import { read } from '../../lib/storage.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { MyPlaceChoice } from './my-place-choice.tsx';
import { chooseMyPlace, chooseNewPlace, registeredPlaceId } from './place-draft.ts';
import { PlaceForm } from './place-form.tsx';
import { type SalePlace, useMySalePlaces } from './sale-places.api.ts';

interface Props {
  onDone: () => void;
  /** The buttons below, told whether something is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** Which place the pack goes to: one the seller has, or a new one. */
export function PlaceStep({ onDone, footer }: Props) {
  const { data, isPending } = useMySalePlaces();
  if (isPending) return <Bones />;
  // The one these steps registered is changed in the form, not chosen from the list.
  const places = (data ?? []).filter(({ id }) => id !== registeredPlaceId());
  if (places.length === 0) return <PlaceForm onSaved={onDone} footer={footer} />;
  return <WithPlaces places={places} onDone={onDone} footer={footer} />;
}

function WithPlaces({ places, onDone, footer }: Props & { places: readonly SalePlace[] }) {
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
          {footer(false)}
        </form>
      ) : (
        <PlaceForm onSaved={onDone} footer={footer} />
      )}
    </>
  );
}

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
