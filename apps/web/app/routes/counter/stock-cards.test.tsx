import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import type { SellerWeek } from '../../features/products/seller-week/seller-week.api.ts';
import { StockCards } from './stock-cards.tsx';

const slot = {
  id: 5,
  date: '2026-11-20',
  starts_at: '2026-11-20T17:30:00.000Z',
  ends_at: '2026-11-20T19:00:00.000Z',
  quantity: 7,
  sold: 1,
  held: 1,
  left: 5,
  sold_out: false,
  closed: false,
};
const renderCard = (change: Partial<typeof slot>) => {
  const days = [{ date: slot.date, slot: { ...slot, ...change } }];
  const products = [{ id: 1, name: 'Cesto', state: 'active', days }];
  const week = { packs: products, time_zone: 'Europe/Lisbon', days: [] } as object as SellerWeek;
  renderInLanguage('en', <StockCards week={week} now={new Date('2026-11-20T18:00:00Z')} />);
};

test('what is sold, reserved and on sale add up', () => {
  renderCard({});
  expect(screen.getByText('7 = 1 sold + 1 reserved + 5 on sale.')).toBeVisible();
});

test('what was refunded instead of handed out is named: it is neither sold nor on sale', () => {
  renderCard({ left: 3 });
  expect(screen.getByText('7 = 1 sold + 2 refunded + 1 reserved + 3 on sale.')).toBeVisible();
});
