import { IconExternalLink, IconMapPin, IconPhone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { mapLink } from '../../lib/maps-link.ts';
import { useStored } from '../../lib/storage.ts';
import { FoodIcon } from '../../ui/food-icon.tsx';
import { Rating } from '../../ui/rating.tsx';
import type { Coordinates } from './coordinates.ts';
import { useMySalePlaces, useSalePlaceTypes } from './sale-places.api.ts';

/** The place as buyers will see it, with where it is on the map. */
export function PlacePreview() {
  const { t } = useTranslation('seller');
  const place = useShownPlace();
  return (
    <article className="grid w-full max-w-[390px] gap-4 rounded-[28px] bg-bg p-6 text-text shadow-3">
      <div className="flex items-start gap-4">
        <span className="grid size-14 shrink-0 place-items-center rounded-md bg-brand-soft">
          <FoodIcon slug={place.types[0]?.slug ?? ''} className="size-9" />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h3 className="h3 min-w-0 break-words">{place.name || t('place.noName')}</h3>
            <Rating value={place.rating} count={place.ratingCount} />
          </div>
          <p className="text-sm text-2">{place.types.map(({ name }) => name).join(' · ')}</p>
        </div>
      </div>
      <p className="break-words text-2">{place.address || t('place.noAddress')}</p>
      {place.phone ? (
        <p className="flex items-center gap-2 text-sm font-semibold">
          <IconPhone className="size-[18px] shrink-0" aria-hidden="true" />
          {place.phone}
        </p>
      ) : null}
      <Spot point={place.point} />
    </article>
  );
}

function Spot({ point }: { point: Coordinates | null }) {
  const { t } = useTranslation('seller');
  if (!point) {
    return (
      <p className="flex items-center gap-2 text-sm text-2">
        <IconMapPin className="size-[18px] shrink-0" aria-hidden="true" />
        {t('place.noCoordinates')}
      </p>
    );
  }
  return (
    <div className="grid gap-1 rounded-md bg-quiet px-4 py-3">
      <p className="flex items-center gap-2 text-sm font-semibold tabular-nums">
        <IconMapPin className="size-[18px] shrink-0" aria-hidden="true" />
        {point.latitude.toFixed(5)}, {point.longitude.toFixed(5)}
      </p>
      <a
        href={mapLink(point)}
        target="_blank"
        rel="noreferrer"
        className="link inline-flex min-h-11 items-center gap-1.5 text-sm [--focus:var(--info)]"
      >
        {t('place.openMap')}
        <IconExternalLink className="size-4 shrink-0" aria-hidden="true" />
        <span className="sr-only">({t('place.newTab')})</span>
      </a>
    </div>
  );
}

/** The chosen place of the seller's, or what is being typed. */
function useShownPlace() {
  const [created] = useStored('createdPlace');
  const [isMine] = useStored('isSelectedPlace');
  const [draft] = useStored('selectedPlace');
  const [categories] = useStored('categories');
  const { data: types = [] } = useSalePlaceTypes();
  const { data: places = [] } = useMySalePlaces();
  // With places and nothing chosen yet, the first of them is.
  const untouched = isMine === null && draft === null;
  const mine = places.find(({ id }) => isMine && id === created?.id) ?? (untouched ? places[0] : undefined);
  if (mine) {
    const { name, phone, address, latitude, longitude, rating, rating_count } = mine;
    const point = { latitude, longitude };
    return { name, phone, address, types: mine.categories, point, rating, ratingCount: rating_count };
  }
  const { latitude, longitude } = draft ?? {};
  return {
    name: draft?.displayName,
    phone: draft?.phone,
    address: draft?.formattedAddress,
    types: types.filter(({ id }) => categories?.includes(id)),
    point: typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null,
    rating: null,
    ratingCount: 0,
  };
}
