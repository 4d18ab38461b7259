import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, Queries } from '../../../test/fake-api.tsx';
import { renderIn } from '../../../test/render.tsx';
import { read } from '../../lib/storage.ts';
import AuthCity from './city.tsx';
import AuthLocation from './location.tsx';

const pages = (
  <Queries>
    <Routes>
      <Route path="/auth/location" element={<AuthLocation />} />
      <Route path="/auth/city" element={<AuthCity />} />
      <Route path="/offers" element="the offers" />
      <Route path="/favorite" element="the favorites" />
    </Routes>
  </Queries>
);

const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>();
const lisbon = { city: 'Лиссабон', latitude: 38.7167, longitude: -9.1333, distance: 900 };
const here = { coords: { latitude: 38.71234567, longitude: -9.14 } } as GeolocationPosition;
const refused = { code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError;

beforeEach(() => {
  getCurrentPosition.mockReset();
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
});

const press = () => userEvent.click(screen.getByRole('button', { name: 'Далее' }));

test('reads as specified', () => {
  renderIn('ru', pages, '/auth/location');
  expect(screen.getByRole('heading', { level: 1, name: 'Доступ к локации' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Далее' })).toBeVisible();
});

test('finds the city, saves it and goes on to the offers', async () => {
  getCurrentPosition.mockImplementation((found) => found(here));
  const api = fakeApi({
    '/reverse_geocode': [{ body: { data: lisbon } }],
    '/user/city': [{ body: { data: { id: 1 } } }],
  });
  renderIn('ru', pages, '/auth/location');
  await press();
  expect(await screen.findByText('the offers')).toBeVisible();
  expect(api.bodies('/user/city')).toEqual([{ city: 'Лиссабон', latitude: 38.7167, longitude: -9.1333 }]);
  expect(read('selectedCity')).toEqual({ label: 'Лиссабон', lat: 38.7167, lon: -9.1333 });
});

test('back to where the person was going', async () => {
  getCurrentPosition.mockImplementation((found) => found(here));
  fakeApi({
    '/reverse_geocode': [{ body: { data: lisbon } }],
    '/user/city': [{ body: { data: { id: 1 } } }],
  });
  renderIn('ru', pages, '/auth/location?next=/favorite');
  await press();
  expect(await screen.findByText('the favorites')).toBeVisible();
});

test('denied: a city is to be chosen, and the page says why', async () => {
  getCurrentPosition.mockImplementation((_, failed) => failed?.(refused));
  renderIn('ru', pages, '/auth/location');
  await press();
  expect(await screen.findByRole('heading', { level: 1, name: 'Выбери город' })).toBeVisible();
  expect(screen.getByText(/Нет доступа к геолокации/)).toBeVisible();
});

test.each([
  [
    'no position',
    () => getCurrentPosition.mockImplementation((_, failed) => failed?.({ ...refused, code: 2 })),
  ],
  ['no city there', () => getCurrentPosition.mockImplementation((found) => found(here))],
  [
    'no geolocation at all',
    () => Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true }),
  ],
])('%s: a city is to be chosen', async (_, prepare) => {
  prepare();
  fakeApi({ '/reverse_geocode': [{ status: 404, body: { code: 4, message: 'Здесь этого нет.' } }] });
  renderIn('ru', pages, '/auth/location');
  await press();
  expect(await screen.findByText('Не получилось узнать, где ты. Выбери город.')).toBeVisible();
});
