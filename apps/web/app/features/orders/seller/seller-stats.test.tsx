import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { SellerDay } from '../seller-orders.api.ts';
import { SellerStats } from './seller-stats.tsx';

const day: SellerDay = {
  to_hand_out: 0,
  sold: 0,
  quantity: 0,
  sold_last_week: 0,
  quantity_last_week: 0,
  price_cents: 0,
  commission_cents: 0,
  discount_cents: 0,
  refunded_cents: 0,
  earning_cents: 0,
  month_earning_cents: 0,
  month_packs: 0,
  rating: 2,
  rating_count: 1,
  pickup: null,
  pickup_start: null,
  pickup_end: null,
  windows: [],
  time_zone: 'Europe/Lisbon',
};

const renderStats = (figures: Partial<SellerDay>) =>
  renderInLanguage(
    'en',
    <SellerStats day={{ ...day, ...figures }} show="longer" ratingsPath="/seller/reviews" />,
  );

test('fewer than three ratings make no mean; the card leads to what was said', () => {
  renderStats({});
  expect(screen.getByText('new')).toBeVisible();
  expect(screen.queryByText('2.0')).toBeNull();
  expect(screen.getByText(/customers see ‘new’ until there are 3 ratings/)).toBeVisible();
  expect(screen.getByRole('link', { name: '1 rating' })).toHaveAttribute('href', '/seller/reviews');
});

test('three ratings show their mean', () => {
  renderStats({ rating: 2, rating_count: 3 });
  expect(screen.getByText('2.0')).toBeVisible();
  expect(screen.queryByText(/until there are/)).toBeNull();
});
