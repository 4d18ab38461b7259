import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, TestQueryProvider } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { readStored } from '../../lib/storage/storage.ts';
import { Component as AuthCityPage } from './city.tsx';
import { Component as AuthLocationPage } from './location.tsx';

const pages = (
  <TestQueryProvider>
    <Routes>
      <Route path="/auth/location" element={<AuthLocationPage />} />
      <Route path="/auth/city" element={<AuthCityPage />} />
      <Route path="/offers" element="the offers" />
      <Route path="/favorite" element="the favorites" />
    </Routes>
  </TestQueryProvider>
);

const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>();
const lisbon = { city: 'Лиссабон', latitude: 38.7167, longitude: -9.1333, distance: 900 };
const lisbonPosition = { coords: { latitude: 38.71234567, longitude: -9.14 } } as GeolocationPosition;
const deniedError = { code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError;

beforeEach(() => {
  getCurrentPosition.mockReset();
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
});

const pressNext = () => userEvent.click(screen.getByRole('button', { name: 'Далее' }));

test('has the specified texts', () => {
  renderInLanguage('ru', pages, '/auth/location');
  expect(screen.getByRole('heading', { level: 1, name: 'Доступ к локации' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Далее' })).toBeVisible();
});

test('determines the city, saves it and continues to the offers', async () => {
  getCurrentPosition.mockImplementation((onSuccess) => onSuccess(lisbonPosition));
  const api = fakeApi({
    '/reverse_geocode': [{ body: { data: lisbon } }],
    '/user/city': [{ body: { data: { id: 1 } } }],
  });
  renderInLanguage('ru', pages, '/auth/location');
  await pressNext();
  expect(await screen.findByText('the offers')).toBeVisible();
  expect(api.getBodies('/user/city')).toEqual([{ city: 'Лиссабон', latitude: 38.7167, longitude: -9.1333 }]);
  expect(readStored('selectedCity')).toEqual({ label: 'Лиссабон', lat: 38.7167, lon: -9.1333 });
});

test('returns to the requested page', async () => {
  getCurrentPosition.mockImplementation((onSuccess) => onSuccess(lisbonPosition));
  fakeApi({
    '/reverse_geocode': [{ body: { data: lisbon } }],
    '/user/city': [{ body: { data: { id: 1 } } }],
  });
  renderInLanguage('ru', pages, '/auth/location?next=/favorite');
  await pressNext();
  expect(await screen.findByText('the favorites')).toBeVisible();
});

test('denied: a city must be selected, and the page shows why', async () => {
  getCurrentPosition.mockImplementation((_, onError) => onError?.(deniedError));
  renderInLanguage('ru', pages, '/auth/location');
  await pressNext();
  expect(await screen.findByRole('heading', { level: 1, name: 'Выбери город' })).toBeVisible();
  expect(screen.getByText(/Нет доступа к геолокации/)).toBeVisible();
});

test.each([
  [
    'no position',
    () => getCurrentPosition.mockImplementation((_, onError) => onError?.({ ...deniedError, code: 2 })),
  ],
  ['no city there', () => getCurrentPosition.mockImplementation((onSuccess) => onSuccess(lisbonPosition))],
  [
    'no geolocation at all',
    () => Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true }),
  ],
])('%s: a city must be selected', async (_, prepare) => {
  prepare();
  fakeApi({ '/reverse_geocode': [{ status: 404, body: { code: 4, message: 'Здесь этого нет.' } }] });
  renderInLanguage('ru', pages, '/auth/location');
  await pressNext();
  expect(await screen.findByText('Не получилось узнать, где ты. Выбери город.')).toBeVisible();
});
