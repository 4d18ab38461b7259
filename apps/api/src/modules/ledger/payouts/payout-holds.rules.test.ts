import { expect, test } from 'vitest';
import { listHolds } from './payout-holds.rules.ts';

const NOTHING = {
  heldEarnings: [],
  isHeldByOperator: false,
  isMissing: false,
  changedUntil: null,
  minimumCents: 1000,
};
const list = (
  account: Parameters<typeof listHolds>[0],
  facts: Partial<Parameters<typeof listHolds>[1]> = {},
) =>
  listHolds(account, { ...NOTHING, ...facts }).map(({ reason, amount_cents, order_id, until }) => [
    reason,
    amount_cents,
    order_id ?? until,
  ]);

test('each amount that is not paid out has its reason', () => {
  expect(list({ balance_cents: 1350, payable_cents: 1350 })).toEqual([]);
  expect(
    list({ balance_cents: 1890, payable_cents: 540 }, { heldEarnings: [{ order_id: 7, cents: 270 }] }),
  ).toEqual([
    ['pending', 1080, null],
    ['dispute', 270, 7],
    ['minimum', 540, null],
  ]);
});

test('what holds back all that is payable is named beside it, once each', () => {
  const facts = { isHeldByOperator: true, isMissing: true, changedUntil: '2027-01-05' };
  expect(list({ balance_cents: 2000, payable_cents: 2000 }, facts)).toEqual([
    ['operator', 2000, null],
    ['missing', 2000, null],
    ['account_changed', 2000, '2027-01-05'],
  ]);
});

test('nothing is held of an account that owes', () => {
  expect(list({ balance_cents: -270, payable_cents: -270 }, { isMissing: true })).toEqual([]);
  expect(list({ balance_cents: -270, payable_cents: 0 })).toEqual([]);
});
