import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import { writeStored } from '../../../lib/storage/storage.ts';
import { useUserLocation } from '../filters/user-location.tsx';
import { MapControls } from './map-controls.tsx';
import type { OfferMapState } from './state/use-offer-map.ts';

const flyTo = vi.fn();
const TestControls = () => (
  <MapControls
    state={{ ref: { current: null }, flyTo } as unknown as OfferMapState}
    userLocation={useUserLocation()}
    aboveCards={false}
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
