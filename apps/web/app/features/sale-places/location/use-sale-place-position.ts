import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useStoredPosition } from '../../../lib/browser/position.ts';
import { useMe } from '../../../lib/data/shared-queries.ts';
import type { SalePlaceDraft } from '../sale-place-draft.ts';
import {
  addressQuery,
  cityQuery,
  type EstablishmentMatch,
  establishmentsQuery,
  mySalePlacesQuery,
} from '../sale-places.api.ts';
import { type Coordinates, parseDegrees } from './coordinates.ts';

/** Five decimals are about a metre. */
const formatDegrees = (value: number): string => String(Number(value.toFixed(5)));

/** Shorter texts name no address. */
const MIN_ADDRESS_LENGTH = 5;

/** Where a typed address is. */
interface AddressMatch extends Coordinates {
  label: string;
  /** Only the city was found. */
  isCity: boolean;
  /** The pin stays until the user agrees. */
  isOffered: boolean;
}

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
  /** The pin was put by hand, so no address moves it without being asked. */
  const isPinnedByHand = useRef(position !== null);
  const lookedUpAddress = useRef(form.getValues('address').trim());
  const [addressMatch, setAddressMatch] = useState<AddressMatch | null>(null);
  const waitForPressEnd = useWaitForPressEnd();

  function setCoordinates(coordinates: Coordinates) {
    form.setValue('latitude', formatDegrees(coordinates.latitude), { shouldValidate: true });
    form.setValue('longitude', formatDegrees(coordinates.longitude), { shouldValidate: true });
  }
  /** After the pin was moved: fills in the address if it is empty or was filled in automatically. */
  async function setPosition(coordinates: Coordinates) {
    isPinnedByHand.current = true;
    setAddressMatch(null);
    setCoordinates(coordinates);
    const isAddressUntouched = () => form.getValues('address').trim() === guessedAddress.current;
    if (!isAddressUntouched()) return;
    const geocoded = await queryClient.query(addressQuery(coordinates, i18n.language)).catch(() => null);
    if (geocoded === null || !isAddressUntouched()) return;
    // oxlint-disable-next-line wopack/isolated-words -- it goes into a field, where its user reads it alone
    guessedAddress.current = [geocoded.address, geocoded.city].filter(Boolean).join(', ');
    lookedUpAddress.current = guessedAddress.current;
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
    isPinnedByHand.current = false;
    setAddressMatch(null);
    lookedUpAddress.current = formattedAddress;
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
  /** After an address was typed: moves the pin there, or offers to. */
  async function lookUpAddress() {
    const address = form.getValues('address').trim();
    if (address === lookedUpAddress.current || address.length < MIN_ADDRESS_LENGTH) return;
    lookedUpAddress.current = address;
    const match = await findAddress(address).catch(() => null);
    // The press that left the field: the note would move what is pressed, and the press would be lost.
    await waitForPressEnd();
    if (form.getValues('address').trim() !== address) return;
    // A pin put by hand is nearer to the door than the middle of the city.
    if (!match || (match.isCity && isPinnedByHand.current)) return setAddressMatch(null);
    setAddressMatch({ ...match, isOffered: isPinnedByHand.current });
    if (!isPinnedByHand.current) setCoordinates(match);
  }
  /** What the address names, else its city. */
  async function findAddress(address: string): Promise<Omit<AddressMatch, 'isOffered'> | null> {
    const city = address
      .split(',')
      .at(-1)!
      .replace(/[\d-]+/g, '')
      .trim();
    const match =
      (await queryClient.query(establishmentsQuery(address, i18n.language, null)))[0] ??
      (await queryClient.query(cityQuery(city, i18n.language)));
    return match ? { ...match, label: match.formattedAddress, isCity: match.is_city } : null;
  }
  return {
    position,
    name,
    addressMatch,
    lookUpAddress: () => void lookUpAddress(),
    moveToAddress: () => {
      if (!addressMatch) return;
      setCoordinates(addressMatch);
      setAddressMatch({ ...addressMatch, isOffered: false });
    },
    setPosition: (coordinates: Coordinates) => void setPosition(coordinates),
    /** Before coordinates are typed: a look-up that is under way must not replace them. */
    pinByHand: () => {
      isPinnedByHand.current = true;
    },
    fillFromEstablishment,
  };
}

/** Waits until no pointer is pressed and the click is handled. */
function useWaitForPressEnd(): () => Promise<void> {
  const pressEnd = useRef(Promise.resolve());
  useEffect(() => {
    const listeners = new AbortController();
    const handlePress = () => {
      pressEnd.current = new Promise((resolve) => {
        // The click follows in the same task.
        const handleEnd = () => setTimeout(resolve);
        for (const type of ['pointerup', 'pointercancel'])
          window.addEventListener(type, handleEnd, { once: true, signal: listeners.signal });
      });
    };
    window.addEventListener('pointerdown', handlePress, { capture: true, signal: listeners.signal });
    return () => listeners.abort();
  }, []);
  return () => pressEnd.current;
}

/** Lisbon, rather than 0, 0 in the sea. */
const DEFAULT_POSITION = { latitude: 38.7167, longitude: -9.1333 };

/** Centre of a map without a selected position: the seller's first sale place, else where the user is. */
export function useFallbackPosition() {
  const { i18n } = useTranslation();
  const { position } = useStoredPosition();
  const { data: me } = useMe();
  const { data: salePlaces } = useQuery(mySalePlacesQuery(i18n.language));
  const { latitude, longitude } = salePlaces?.[0] ?? position ?? me ?? {};
  return useMemo(
    () =>
      typeof latitude === 'number' && typeof longitude === 'number'
        ? { latitude, longitude }
        : DEFAULT_POSITION,
    [latitude, longitude],
  );
}
