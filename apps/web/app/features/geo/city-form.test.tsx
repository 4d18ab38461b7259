import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { CityForm } from './city-form.tsx';

const cities = [
  {
    label: 'Коимбра',
    displayName: 'Коимбра',
    formattedAddress: 'Коимбра, Португалия',
    latitude: 40.2056,
    longitude: -8.4195,
  },
  {
    label: 'Коимбатур',
    displayName: 'Коимбатур',
    formattedAddress: 'Коимбатур, Индия',
    latitude: 11,
    longitude: 76.9,
  },
];
const coimbra = { label: 'Коимбра', lat: 40.2056, lon: -8.4195 };

const onSave = vi.fn();
beforeEach(() => onSave.mockReset());

const renderForm = (current: typeof coimbra | null = null) =>
  renderInLanguage(
    'ru',
    <CityForm current={current} saving={false} onSave={onSave}>
      Далее
    </CityForm>,
  );
const getField = () => screen.getByRole('combobox', { name: 'Город' });

test('searches from three letters, also by keyboard; the selection is stored and the list closes', async () => {
  const api = fakeApi({ '/cities': [{ body: { data: cities } }] });
  renderForm();
  expect(screen.getByRole('button', { name: 'Сначала выбери город' })).toBeDisabled();
  await userEvent.type(getField(), 'Ко');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(api.requests.filter(({ path }) => path.endsWith('/cities'))).toEqual([]);

  await userEvent.type(getField(), 'им');
  expect(await screen.findByRole('option', { name: /Коимбра.*Португалия/ })).toBeVisible();
  expect(screen.getByRole('option', { name: /Коимбатур.*Индия/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(readStored('selectedCity')).toEqual(coimbra);
  expect(getField()).toHaveValue('Коимбра');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());

  await userEvent.click(screen.getByRole('button', { name: 'Далее' }));
  expect(onSave).toHaveBeenCalledExactlyOnceWith(coimbra);
});

test('the clear button empties the field and removes the stored city; saving then does nothing', async () => {
  writeStored('selectedCity', coimbra);
  renderForm();
  expect(getField()).toHaveValue('Коимбра');
  await userEvent.click(screen.getByRole('button', { name: 'Очистить город' }));
  expect(getField()).toHaveValue('');
  expect(readStored('selectedCity')).toBeNull();
  await userEvent.type(getField(), '{Enter}');
  expect(onSave).not.toHaveBeenCalled();
});

test('the account’s city is preselected and can be cleared', async () => {
  renderForm(coimbra);
  expect(screen.getByRole('button', { name: 'Далее' })).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: 'Очистить город' }));
  expect(screen.getByRole('button', { name: 'Сначала выбери город' })).toBeDisabled();
});

test('shows messages for no matching city and for a failed search', async () => {
  fakeApi({ '/cities': [{ body: { data: [] } }, 'networkError', { body: { data: cities } }] });
  renderForm();
  await userEvent.type(getField(), 'ыыы');
  expect(await screen.findByText(/По запросу «ыыы» ничего нет/)).toBeVisible();
  await userEvent.clear(getField());
  await userEvent.type(getField(), 'коим');
  await userEvent.click(await screen.findByRole('button', { name: 'Попробовать снова' }));
  expect(await screen.findByRole('option', { name: /Коимбра/ })).toBeVisible();
});

const offerCities = [
  { label: 'Лиссабон', latitude: 38.7167, longitude: -9.1333 },
  { label: 'Порту', latitude: 41.1496, longitude: -8.611 },
];

test('the cities with packs are chosen by a press', async () => {
  fakeApi({
    '/offer_cities': [{ body: { data: offerCities } }],
    '/products': [{ body: { data: [{ distance: 900 }], next_cursor: null } }],
  });
  renderForm();
  await userEvent.click(await screen.findByRole('button', { name: 'Порту' }));
  expect(screen.getByRole('button', { name: 'Порту' })).toHaveAttribute('aria-pressed', 'true');
  expect(getField()).toHaveValue('Порту');
  await userEvent.click(screen.getByRole('button', { name: 'Далее' }));
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ label: 'Порту', lat: 41.1496, lon: -8.611 });
  expect(screen.queryByText(/Рядом пока нет пакетов/)).toBeNull();
});

test.each([[[{ distance: 180_000 }]], [[]]])(
  'an area without packs is said before saving: %j',
  async (offers) => {
    fakeApi({ '/products': [{ body: { data: offers, next_cursor: null } }] });
    renderForm(coimbra);
    expect(await screen.findByText(/Рядом пока нет пакетов \(Коимбра\)/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Далее' })).toBeEnabled();
  },
);

test('the account’s city has its name in the language of the page, however it was saved', async () => {
  fakeApi({ '/offer_cities': [{ body: { data: offerCities } }] });
  renderForm({ label: 'Porto', lat: 41.1496, lon: -8.611 });
  await waitFor(() => expect(getField()).toHaveValue('Порту'));
});

test('a city stored in another language has its name in the language of the page', async () => {
  fakeApi({ '/offer_cities': [{ body: { data: offerCities } }] });
  writeStored('selectedCity', { label: 'Porto', lat: 41.1496, lon: -8.611 });
  const { unmount } = renderForm();
  await waitFor(() => expect(getField()).toHaveValue('Порту'));
  unmount();

  writeStored('selectedCity', { label: 'Coimbra', lat: 40.2056, lon: -8.4195 });
  renderForm(coimbra);
  expect(getField()).toHaveValue('Коимбра');
});

test('a city saved with another centre is saved with the one of everybody', async () => {
  fakeApi({ '/offer_cities': [{ body: { data: offerCities } }] });
  renderForm({ label: 'Порту', lat: 41.1621, lon: -8.6291 });
  expect(await screen.findByRole('button', { name: 'Порту', pressed: true })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Далее' }));
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ label: 'Порту', lat: 41.1496, lon: -8.611 });
});
