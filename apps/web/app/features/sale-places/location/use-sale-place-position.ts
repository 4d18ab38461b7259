import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SalePlaceDraft } from '../sale-place-draft.ts';
import { addressQuery, type EstablishmentMatch } from '../sale-places.api.ts';
import { type Coordinates, parseDegrees } from './coordinates.ts';

/** Five decimals are about a metre. */
const formatDegrees = (value: number): string => String(Number(value.toFixed(5)));

/** The position of a sale place in its form: set on the map, or with all other fields by a search result. */
export function useSalePlacePosition(form: UseFormReturn<SalePlaceDraft>) {
  const { i18n } = useTranslation();
  const queryClient = useQueryClient();
  const [latitude, longitude, name] = useWatch({
    control: form.control,
    name: ['latitude', 'longitude', 'name'],
  });
  const latitudeDegrees = parseDegrees(latitude, 90);
  const longitudeDegrees = parseDegrees(longitude, 180);
  const position: Coordinates | null =
    latitudeDegrees === null || longitudeDegrees === null
      ? null
      : { latitude: latitudeDegrees, longitude: longitudeDegrees };
  /** The address filled in automatically; another position may replace it. */
  const guessedAddress = useRef('');

  function setCoordinates(coordinates: Coordinates) {
    form.setValue('latitude', formatDegrees(coordinates.latitude), { shouldValidate: true });
    form.setValue('longitude', formatDegrees(coordinates.longitude), { shouldValidate: true });
  }
  /** After the pin was moved: fills in the address if it is empty or was filled in automatically. */
  async function setPosition(coordinates: Coordinates) {
    setCoordinates(coordinates);
    const isAddressUntouched = () => form.getValues('address').trim() === guessedAddress.current;
    if (!isAddressUntouched()) return;
    const geocoded = await queryClient.query(addressQuery(coordinates, i18n.language)).catch(() => null);
    if (geocoded === null || !isAddressUntouched()) return;
    guessedAddress.current = [geocoded.address, geocoded.city].filter(Boolean).join(', ');
    form.setValue('address', guessedAddress.current, { shouldValidate: form.formState.isSubmitted });
  }
  function fillFromEstablishment({
    displayName,
    formattedAddress,
    phone,
    is_city,
    ...coordinates
  }: EstablishmentMatch) {
    setCoordinates(coordinates);
    if (is_city) {
      if (!form.getValues('address').trim()) form.setValue('address', formattedAddress);
      return;
    }
    const validateOptions = { shouldValidate: form.formState.isSubmitted };
    form.setValue('name', displayName, validateOptions);
    form.setValue('address', formattedAddress, validateOptions);
    form.setValue('found', formattedAddress);
    if (phone) form.setValue('phone', phone, validateOptions);
  }
  return {
    position,
    name,
    setPosition: (coordinates: Coordinates) => void setPosition(coordinates),
    fillFromEstablishment,
  };
}
