import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { writeStored } from '../../../lib/storage/storage.ts';
import { NO_FOOD } from '../filters/food.ts';
import type { OfferFilters } from '../filters/offer-filters.ts';
import { type UserLocation, useUserLocation } from '../filters/user-location.tsx';
import { MapControls, MapFilters } from './map-controls.tsx';
import { OfferCarousel } from './offer-carousel.tsx';
import type { OfferMapState } from './state/use-offer-map.ts';

const noFilters: OfferFilters = {
  ...{ type: 0, setType() {}, text: '', setText() {}, order: null, setOrder() {}, day: null, setDay() {} },
  ...{ clear() {}, activeCount: 0, isFiltered: false, query: { sort: 'center' } },
  ...{ isExact: false, setExact() {}, food: NO_FOOD, setFood() {} },
};
const unknownLocation: UserLocation = {
  ...{ position: null, city: null, locating: false, error: null, clearPosition() {} },
  requestLocation: async () => null,
};

test.each([
  ['a usual window', false],
  ['a low one', true],
])('above the map of %s stand search, types, pickup time and order', async (_window, isLow) => {
  fakeApi({ product_types: [{ body: { data: [{ id: 2, name: 'Bakery', slug: 'bread' }] } }] });
  const setDay = vi.fn();
  const filters = { ...noFilters, setDay };
  renderInLanguage(
    'en',
    <MapFilters heading="Lisbon" filters={filters} userLocation={unknownLocation} isLow={isLow} />,
  );
  expect(await screen.findByRole('radio', { name: 'Bakery' })).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Search packs' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Sort' })).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Pickup time' }), 'Today');
  expect(setDay).toHaveBeenCalledWith('today');
});

const flyTo = vi.fn();
const TestControls = () => (
  <MapControls
    state={{ ref: { current: null }, flyTo } as unknown as OfferMapState}
    userLocation={useUserLocation()}
    place="corner"
  />
);

test('the map flies to where the device is now, not to the position of the last time', async () => {
  const located = Promise.withResolvers<GeolocationPosition>();
  vi.stubGlobal('navigator', {
    ...navigator,
    geolocation: { getCurrentPosition: (done: PositionCallback) => void located.promise.then(done) },
  });
  writeStored('position', { latitude: 38.7, longitude: -9.1 }, sessionStorage);
  renderInLanguage('en', <TestControls />);
  const button = screen.getByRole('button', { name: 'Use my location' });
  await userEvent.click(button);
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  expect(flyTo).not.toHaveBeenCalled();
  located.resolve({ coords: { latitude: 41.15, longitude: -8.61 } } as GeolocationPosition);
  await expect.poll(() => flyTo.mock.calls).toEqual([[{ latitude: 41.15, longitude: -8.61, zoom: 14 }]]);
});

test.each([
  [false, 'Nothing in this area now. Move the map or zoom out.'],
  [true, 'Nothing in this area matches your search. Zoom out, or clear it.'],
])('a map without offers says whether the search is why (%s)', (isFiltered, text) => {
  const state = { isFiltered, offers: [], salePlaces: [], selectedId: null, list: { isPending: false } };
  renderInLanguage('en', <OfferCarousel state={state as unknown as OfferMapState} />);
  expect(screen.getByRole('status')).toHaveTextContent(text);
});
