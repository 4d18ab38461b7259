import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { seller } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import type { ProductForecast, SalePlaceForecast } from '../../features/forecasts/forecasts.api.ts';
import type { SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { ForecastView } from './forecast.tsx';

const call = mockCalls();

const salePlaces = [
  { id: 7, name: 'Rossio', time_zone: 'Europe/Lisbon' },
  { id: 8, name: 'Oriente', time_zone: 'Europe/Lisbon' },
] as SalePlace[];

const usual: ProductForecast['days'][number]['forecast'] = {
  left_over: { expected: 6, low: 4, high: 9 },
  bought: { expected: 4, low: 2, high: 6 },
  proposal: 4,
  like_days: 8,
  sold_out_early_days: 0,
  waited: 0,
};

const basket: ProductForecast = {
  id: 1,
  name: 'Basket',
  photo: null,
  earning_cents: 270,
  computed_at: '2026-11-30T03:00:00Z',
  accuracy: { days: 48, mean_error: 0.9, average_error: 1.4, days_in_range: 39 },
  bought_accuracy: null,
  own_numbers: 0,
  days: [
    { date: '2026-11-30', closed: false, forecast: usual },
    {
      date: '2026-12-01',
      closed: false,
      forecast: { ...usual, proposal: 3, sold_out_early_days: 3, waited: 2 },
    },
    { date: '2026-12-02', closed: true, forecast: null },
  ],
};

const reply = (...products: ProductForecast[]): { data: SalePlaceForecast } => ({
  data: {
    today: '2026-11-30',
    time_zone: 'Europe/Lisbon',
    dates: [
      { date: '2026-11-30', public_holiday: null },
      { date: '2026-12-01', public_holiday: 'Restoration of Independence' },
      { date: '2026-12-02', public_holiday: null },
    ],
    packs: products,
  },
});

beforeEach(() => {
  writeStored('token', 'token');
  queryClient.clear();
  queryClient.setQueryData(['me'], seller);
});

const renderView = () =>
  renderInLanguage('en', <ForecastView salePlace={salePlaces[0]!} salePlaces={salePlaces} />);

test('each day has its numbers, the reason, and what the proposal would bring', async () => {
  call.mockResolvedValue(reply(basket));
  renderView();
  const table = await screen.findByRole('table');
  const rows = within(table).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('We propose'),
    expect.stringMatching(/Mon 30 Nov.*6 \(4–9\)4 \(2–6\)4€10\.80As usual\./),
    expect.stringMatching(
      /Tue 1 Dec.*3€8\.10Public holiday: Restoration of Independence\. Sold out early on 3 of the last 8\. 2 people waited and got none\./,
    ),
    expect.stringMatching(/All days7€18\.907 × €2\.70/),
  ]);
  expect(screen.getByText(/Monday 30 November: 6 left over, 4 would be bought\./)).toBeInTheDocument();
  expect(screen.getByText(/Wednesday 2 December: closed\./)).toBeInTheDocument();
  expect(screen.getByText(/39 of 48 \(81%\)/)).toBeInTheDocument();
  expect(screen.queryByText(/plain average was closer/)).toBeNull();
});

test('says so when the plain average is closer', async () => {
  call.mockResolvedValue(
    reply({ ...basket, accuracy: { days: 48, mean_error: 1.6, average_error: 1.4, days_in_range: 39 } }),
  );
  renderView();
  expect(await screen.findByText(/Here the plain average was closer, by 0\.2/)).toBeInTheDocument();
});

test('says what was measured of what would be bought, and which days were left out', async () => {
  const bought = { days: 56, mean_error: 1.2, average_error: 1.3, days_in_range: 45 };
  call.mockResolvedValue(reply({ ...basket, bought_accuracy: bought, own_numbers: 8 }));
  renderView();
  expect(await screen.findByText(/published by itself: 8 days\./)).toBeInTheDocument();
  expect(screen.getByText(/45 of 56 \(80%\)/)).toBeInTheDocument();
  expect(screen.getByText(/only what was sold and who waited counts/)).toBeInTheDocument();
});

test('of several packs one is chosen', async () => {
  const soup = { ...basket, id: 2, name: 'Soup', computed_at: null, accuracy: null };
  call.mockResolvedValue(reply(basket, soup));
  renderView();
  await screen.findByRole('table');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Pack' }), 'Soup');
  expect(await screen.findByText('We do not know your pack well enough yet')).toBeInTheDocument();
  expect(screen.queryByRole('table')).toBeNull();
});

test('another shop is asked for', async () => {
  call.mockResolvedValue(reply(basket));
  renderView();
  await screen.findByRole('table');
  expect(call).toHaveBeenCalledWith('getForecast', expect.objectContaining({ query: { sale_place_id: 7 } }));
  expect(within(screen.getByRole('combobox', { name: 'Shop' })).getAllByRole('option')).toHaveLength(2);
});

test('without a pack on sale there is nothing to forecast', async () => {
  call.mockResolvedValue(reply());
  renderView();
  expect(await screen.findByText('No pack is on sale')).toBeInTheDocument();
});
