import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Coordinates, parseDegrees } from './coordinates.ts';
import type { PlaceDraft } from './place-draft.ts';
import { type FoundPlace, spotQuery } from './place-search.api.ts';

/** Five decimals are about a metre. */
const degrees = (value: number): string => String(Number(value.toFixed(5)));

/** The spot of a venue in its form: set by hand on the map, or with all the rest by what the search found. */
export function useSpot(form: UseFormReturn<PlaceDraft>) {
  const { i18n } = useTranslation();
  const queries = useQueryClient();
  const [latitude, longitude, name] = useWatch({
    control: form.control,
    name: ['latitude', 'longitude', 'name'],
  });
  const north = parseDegrees(latitude, 90);
  const east = parseDegrees(longitude, 180);
  const point: Coordinates | null =
    north === null || east === null ? null : { latitude: north, longitude: east };
  /** What an empty address was filled in with; another spot may change it. */
  const guessed = useRef('');

  function set(spot: Coordinates) {
    form.setValue('latitude', degrees(spot.latitude), { shouldValidate: true });
    form.setValue('longitude', degrees(spot.longitude), { shouldValidate: true });
  }
  /** The pin was put somewhere: whoever has no address yet gets what stands there to begin with. */
  async function fill(spot: Coordinates) {
    set(spot);
    const untouched = () => form.getValues('address').trim() === guessed.current;
    if (!untouched()) return;
    const found = await queries.fetchQuery(spotQuery(spot, i18n.language)).catch(() => null);
    if (found === null || !untouched()) return;
    guessed.current = [found.address, found.city].filter(Boolean).join(', ');
    form.setValue('address', guessed.current, { shouldValidate: form.formState.isSubmitted });
  }
  function choose({ displayName, formattedAddress, phone, is_city, ...spot }: FoundPlace) {
    set(spot);
    if (is_city) {
      if (!form.getValues('address').trim()) form.setValue('address', formattedAddress);
      return;
    }
    const checked = { shouldValidate: form.formState.isSubmitted };
    form.setValue('name', displayName, checked);
    form.setValue('address', formattedAddress, checked);
    form.setValue('found', formattedAddress);
    if (phone) form.setValue('phone', phone, checked);
  }
  return { point, name, fill: (spot: Coordinates) => void fill(spot), choose };
}
