import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays, getMonday } from '@wopack/domain';
import { getLocalDate } from '@wopack/ui/format.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import { buildPeriods, countDays, getSellThroughRate, type SalesStatistics } from './sales.api.ts';
import { SalesStats } from './sales-stats.tsx';
import { HoursTable, ProductsTable } from './sales-table.tsx';

const createTotals = (sold: number) => ({ offered: 10, sold }) as SalesStatistics['totals'];
const createSales = (productCount: number) =>
  ({
    totals: createTotals(99),
    packs: Array.from({ length: productCount }, (_, i) => ({
      product: { id: i, name: `Pack ${i}` },
      sale_place: { id: 1, name: 'Aurora' },
      ...createTotals(i),
    })),
  }) as unknown as SalesStatistics;
const getRowHeaders = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test.each([
  ['pt', 'Packs vendidos', 'sáb.', /Mais compras: sábado, 18 h \(7\)/],
  ['en', 'Packs sold', 'Sat', /Most were bought on Saturday at 18:00 \(7\)/],
  ['ru', 'Проданные пакеты', 'сб', /Чаще всего: суббота, 18 ч \(7\)/],
] as const)('when people buy, by weekday and hour (%s)', (language, note, saturday, best) => {
  const hours = [
    { weekday: 1, hour: 16, sold: 2 },
    { weekday: 6, hour: 18, sold: 7 },
  ];
  const { container } = renderInLanguage(language, <HoursTable hours={hours} />);
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent!);
  expect(heads).toHaveLength(4);
  // So that the 24 hours of a day fit beside each other.
  for (const head of heads.slice(1)) expect(head.length).toBeLessThanOrEqual(4);
  const row = screen.getByRole('row', { name: new RegExp(`^${saturday}`) });
  expect([...row.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['–', '–', '7']);
  expect(container).toHaveTextContent(best);
  expect(container).toHaveTextContent(note);
});

test('a few products keep their order', () => {
  renderInLanguage('en', <ProductsTable sales={createSales(3)} />);
  expect(getRowHeaders()).toEqual(['Pack 0', 'Pack 1', 'Pack 2', 'Total']);
  expect(screen.queryByRole('button')).toBeNull();
});

test('of hundreds it shows the twenty with most orders, all on demand; the total includes all', async () => {
  renderInLanguage('en', <ProductsTable sales={createSales(245)} />);
  expect(getRowHeaders()).toHaveLength(21);
  expect(getRowHeaders()[0]).toBe('Pack 244');
  expect(screen.getByRole('heading', { name: 'The 20 that sold most' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all (245)' }));
  expect(getRowHeaders()).toHaveLength(246);
});

test.each([
  ['pt', /nessa altura não havia nada à venda/],
  ['en', /nothing was on sale then/],
  ['ru', /тогда ничего не продавалось/],
] as const)('a period before the first sale is no comparison (%s)', (language, note) => {
  const totals = { ...createDay('', 944), collected: 900 };
  const before = { from: '2024-11-18', to: '2025-11-20', totals: { ...emptyTotals, offered: 0 }, days: [] };
  const sales = {
    totals,
    before,
    from: '2025-11-20',
    to: '2026-11-20',
    waste_avoided_grams: 0,
    declared_weight: { packs: 0, grams: 0 },
  };
  const { container, unmount } = renderInLanguage(
    language,
    <SalesStats sales={sales as unknown as SalesStatistics} />,
  );
  expect(container).not.toHaveTextContent('+944');
  expect(container).toHaveTextContent(note);
  unmount();
  const compared = { ...sales, before: { ...before, totals: { ...emptyTotals, sold: 900, offered: 1000 } } };
  renderInLanguage(language, <SalesStats sales={compared as unknown as SalesStatistics} />);
  expect(screen.getByText('+44')).toBeVisible();
});

test('a table wider than the screen says that it scrolls', () => {
  const width = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  renderInLanguage('en', <ProductsTable sales={createSales(3)} />);
  expect(screen.getByText('Scroll sideways: there are more columns')).toBeVisible();
  width.mockReturnValue(0);
  renderInLanguage('pt', <ProductsTable sales={createSales(3)} />);
  expect(screen.queryByText(/Desliza para o lado/)).toBeNull();
  width.mockRestore();
});

const createDay = (date: string, sold: number) => ({
  date,
  offered: 7,
  sold,
  collected: 0,
  price_cents: 0,
  refunded_cents: 0,
  commission_cents: 0,
  discount_cents: 0,
  earning_cents: sold * 270,
});
const emptyTotals = { ...createDay('', 0), date: undefined };

/** Every day from `from` to `to`, each with a different number of orders. */
const createDailySales = (from: string, to: string) => {
  const weeks = Math.ceil(countDays(from, to) / 7);
  const dates = (a: string, b: string) => Array.from({ length: countDays(a, b) }, (_, i) => addDays(a, i));
  const getSoldOn = (date: string) => countDays('2024-01-01', date);
  const days = (a: string, b: string) => dates(a, b).map((date) => createDay(date, getSoldOn(date)));
  const previousRange = { from: addDays(from, -7 * weeks), to: addDays(to, -7 * weeks) };
  return {
    from,
    to,
    days: days(from, to),
    before: { ...previousRange, totals: emptyTotals, days: days(previousRange.from, addDays(from, -1)) },
  };
};

test('a week shows its days, each beside the same weekday of the week before', () => {
  const periods = buildPeriods(createDailySales('2026-11-16', '2026-11-20'), '2026-11-20');
  expect(periods.map(({ from }) => from)).toEqual([16, 17, 18, 19, 20].map((number) => `2026-11-${number}`));
  for (const { totals, previousTotals } of periods) expect(totals.sold - previousTotals.sold).toBe(7);
  expect(periods.map(({ unfinished }) => unfinished)).toEqual([false, false, false, false, true]);
});

test('a longer range shows weeks from Monday to Sunday; the current one is unfinished', () => {
  const periods = buildPeriods(createDailySales('2026-10-26', '2026-11-20'), '2026-11-20');
  expect(periods.map(({ from, to }) => [from, to])).toEqual([
    ['2026-10-26', '2026-11-01'],
    ['2026-11-02', '2026-11-08'],
    ['2026-11-09', '2026-11-15'],
    ['2026-11-16', '2026-11-20'],
  ]);
  expect(periods.map(({ unfinished }) => unfinished)).toEqual([false, false, false, true]);
});

test('for every range the periods are adjacent, add up to it and are compared with a week earlier', () => {
  fc.assert(
    fc.property(fc.nat({ max: 700 }), fc.integer({ min: 1, max: 366 }), (start, length) => {
      const from = addDays('2025-01-01', start);
      const to = addDays(from, length - 1);
      const sales = createDailySales(from, to);
      const periods = buildPeriods(sales, '2027-12-31');
      expect(periods[0]!.from).toBe(from);
      expect(periods.at(-1)!.to).toBe(to);
      for (const [i, period] of periods.entries()) {
        if (i > 0) expect(period.from).toBe(addDays(periods[i - 1]!.to, 1));
        if (length > 14 && i > 0) expect(getMonday(period.from)).toBe(period.from);
        // Each day has one order more than the day before.
        expect(period.totals.sold - period.previousTotals.sold).toBe(7 * countDays(period.from, period.to));
      }
      const sumSold = (list: { sold: number }[]) => list.reduce((sum, { sold }) => sum + sold, 0);
      expect(sumSold(periods.map((period) => period.totals))).toBe(sumSold(sales.days));
    }),
    { numRuns: 200 },
  );
});

test('the local date of the sale place', () => {
  const midnight = new Date('2026-11-20T23:30:00Z');
  expect(getLocalDate('Europe/Lisbon', midnight)).toBe('2026-11-20');
  expect(getLocalDate('Europe/Moscow', midnight)).toBe('2026-11-21');
});

test('sell-through is relative to the offered units; without any it is null', () => {
  expect(getSellThroughRate({ offered: 4, sold: 3 })).toBe(0.75);
  expect(getSellThroughRate({ offered: 0, sold: 0 })).toBeNull();
});
