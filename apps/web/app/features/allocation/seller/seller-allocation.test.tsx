import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, renderReplies } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { ProductDemand, SellerAllocation } from '../allocation.api.ts';
import { listBags } from '../offer/bag-line.tsx';
import { DemandAndSales, suggestQuantity } from './demand-and-sales.tsx';
import { RunningSlots } from './running-slots.tsx';

const slot: NonNullable<SellerAllocation['slot']> = {
  id: 3,
  quantity: 3,
  sold: 0,
  offered: 0,
  held: 0,
  left: 3,
  offered_until: null,
  pickup_start: '2026-11-20T18:30:00Z',
  pickup_end: '2026-11-20T19:30:00Z',
  mode: 'draw',
  draw: { id: 2214, state: 'open', closes_at: '2026-11-20T17:12:00Z', entries: 34, units: 3 },
  waiting: 0,
  public_sale_at: '2026-11-20T19:00:00Z',
  can_wait: false,
};
const drawn: SellerAllocation = {
  product: { id: 7, name: 'Doces da montra', sale_place_id: 1 },
  allocation: 'automatic',
  entry_minutes: 60,
  slot,
  next: { mode: 'draw', reason: 'sold_fast', fast_slots: 4, slots: 5, pickup_start: null },
};
const waited: SellerAllocation = {
  ...drawn,
  product: { id: 8, name: 'Lanche do Café', sale_place_id: 1 },
  slot: {
    ...slot,
    id: 4,
    quantity: 4,
    sold: 3,
    offered: 1,
    left: 0,
    mode: 'waitlist',
    draw: null,
    waiting: 5,
    offered_until: '2026-11-20T16:55:00Z',
  },
};
const quiet: SellerAllocation = {
  ...drawn,
  product: { id: 9, name: 'Cesto', sale_place_id: 1 },
  slot: { ...slot, id: 5, mode: 'sale', draw: null },
};

const renderElement = (element: React.ReactElement) => renderInLanguage('en', element);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T16:48:19Z') });
});

test('the day shows open draws and lines, with the stock as a sum; the rest is not mentioned', async () => {
  fakeApi({ '/seller/allocations': [{ body: { data: [drawn, waited, quiet] } }] });
  renderElement(<RunningSlots salePlaceId={1} timeZone="Europe/Lisbon" />);
  const [drawCard, lineCard, ...others] = await screen.findAllByRole('article');
  expect(others).toEqual([]);
  expect(within(drawCard!).getByRole('heading', { name: '34 people for 3 packs' })).toBeVisible();
  expect(within(drawCard!).getByRole('timer')).toHaveTextContent('23:41');
  expect(within(drawCard!).getByText(/on 4 of the last 5 days/)).toBeVisible();
  expect(within(drawCard!).getByRole('link', { name: 'See the public draw' })).toHaveAttribute(
    'href',
    '/draws/2214',
  );
  expect(lineCard).toHaveTextContent('4 = 3 sold + 1 offered + 0 on sale');
  expect(lineCard).toHaveTextContent('5 on the waitlist. The first has until 16:55.');
});

test('without draws and lines the day shows nothing of them', async () => {
  const api = fakeApi({ '/seller/allocations': [{ body: { data: [quiet] } }] });
  const { container } = renderElement(<RunningSlots salePlaceId={1} timeZone="Europe/Lisbon" />);
  await renderReplies(api.requests);
  expect(within(container).queryByRole('heading')).toBeNull();
});

const buildSlot = (demand: number, quantity = 3, id = demand) => ({
  slot_id: id,
  date: '2026-11-14',
  mode: 'draw' as const,
  draw_id: null,
  quantity,
  sold: Math.min(demand, quantity),
  wanted: demand,
});

test.each([
  ['what each of the last three days would have sold', [2, 9, 5, 6], 5],
  ['no more than 99', [120, 130, 140], 99],
  ['nothing when one of them had no more people', [9, 3, 9], null],
  ['nothing before three days', [9, 9], null],
])('more packs are suggested: %s', (_, demands, expected) => {
  expect(suggestQuantity({ slots: demands.map((people, index) => buildSlot(people, 3, index)) })).toBe(
    expected,
  );
});

test('wanted against sold: the gain of more packs as a sum, and the figures as a table', async () => {
  const demand: ProductDemand = {
    product: { id: 7, name: 'Doces' },
    price_cents: 499,
    earning_cents: 370,
    sale_place: { id: 1, name: 'Aurora', time_zone: 'Europe/Lisbon' },
    slots: [buildSlot(17, 3, 1), buildSlot(21, 3, 2), buildSlot(6, 3, 3)],
  };
  const quietProduct = { ...demand, product: { id: 8, name: 'Cesto' }, slots: [buildSlot(2)] };
  fakeApi({ '/seller/demand': [{ body: { data: [quietProduct, demand] } }] });
  renderElement(<DemandAndSales salePlaceIds={null} productId={null} />);
  expect(await screen.findByText('If you made 6 instead of 3')).toBeVisible();
  expect(screen.getByText('+€11.10')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change to 6' })).toHaveAttribute('href', '/seller/dish/7');
  expect(screen.queryByRole('combobox')).toBeNull();
  const rows = screen.getAllByRole('row', { hidden: true }).slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(['14 Novdraw1733', '14 Novdraw2133', '14 Novdraw633']);
});

test.each([
  ['a short waitlist whole', { total: 5, mine: 2 }, '1 2* 3 4 5'],
  ['at most seven', { total: 12, mine: 7 }, '1 2 3 4 5 6 7*'],
  ['further back the first three and oneself', { total: 40, mine: 12 }, '1 2 3 … 12*'],
  ['a draw up to oneself', { total: 41, mine: 5, units: 3 }, '1! 2! 3! 4 5*'],
])('a line of bags: %s', (_, line, expected) => {
  const { bags, hasGap } = listBags(line);
  const marks = { pack: '!', mine: '*', waiting: '' };
  const texts = bags.map(({ number, kind }) => number + marks[kind]);
  if (hasGap) texts.splice(3, 0, '…');
  expect(texts.join(' ')).toBe(expected);
});
