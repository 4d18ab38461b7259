import { expect, test } from 'vitest';
import { buildMenu, getActiveNavKey, getActiveTab, listTabs } from './navigation.ts';

const buyer = { is_owner: false, is_partner: false };
const seller = { is_owner: true, is_partner: false };
const partner = { is_owner: false, is_partner: true };

test('tabs by role', () => {
  expect(listTabs(buyer)).toEqual(['offers', 'favorite', 'history', 'account']);
  expect(listTabs(seller)).toEqual(['offers', 'favorite', 'seller', 'account']);
  expect(listTabs(partner)).toEqual(['offers', 'favorite', 'affiliate', 'account']);
  expect(listTabs({ is_owner: true, is_partner: true })).toEqual(['offers', 'favorite', 'seller', 'account']);
});

test('the side menu always has history and transactions; a group for them only for sellers', () => {
  for (const role of [buyer, seller, partner])
    expect(buildMenu(role).general.slice(-3)).toEqual(['history', 'account', 'transactions']);
  expect(buildMenu(seller).seller).toEqual(['seller', 'week', 'sale', 'orders']);
  expect(buildMenu(buyer).seller).toEqual([]);
  expect(buildMenu(partner).partner).toEqual(['affiliate', 'sellers', 'clients']);
  expect(buildMenu(seller).partner).toEqual([]);
});

test.each([
  ['/main', 'today'],
  ['/offers', 'offers'],
  ['/offers/7', 'offers'],
  ['/offers/history', 'history'],
  ['/orders/7', 'history'],
  ['/orders/7/success', 'history'],
  ['/favorite', 'favorite'],
  ['/account/basic-info', 'account'],
  ['/account/affiliate', 'affiliate'],
  ['/sellers', 'sellers'],
  ['/sellers/7', 'sellers'],
  ['/clients/7', 'clients'],
  ['/transactions', 'transactions'],
  ['/statements/7', 'transactions'],
  ['/seller', 'seller'],
  ['/seller/week', 'week'],
  ['/seller/sale', 'sale'],
  ['/seller/orders', 'orders'],
  ['/', null],
])('%s activates %s', (pathname, expected) => {
  expect(getActiveNavKey(pathname)).toBe(expected);
});

test('a page without a tab activates the tab it is reached from', () => {
  expect(getActiveTab('/seller/orders', listTabs(seller))).toBe('seller');
  expect(getActiveTab('/seller/sale', listTabs(seller))).toBe('seller');
  expect(getActiveTab('/seller/week', listTabs(seller))).toBe('seller');
  expect(getActiveTab('/offers/history', listTabs(seller))).toBe('account');
  expect(getActiveTab('/transactions', listTabs(buyer))).toBe('account');
  expect(getActiveTab('/offers/history', listTabs(buyer))).toBe('history');
  for (const path of ['/account/affiliate', '/sellers', '/clients/7']) {
    expect(getActiveTab(path, listTabs(partner))).toBe('affiliate');
    expect(getActiveTab(path, listTabs({ is_owner: true, is_partner: true }))).toBe('account');
  }
});
