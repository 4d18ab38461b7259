import { expect, test } from 'vitest';
import { activeNav, activeTab, menuFor, tabsFor } from './navigation.ts';

const client = { is_owner: false, is_partner: false };
const owner = { is_owner: true, is_partner: false };
const partner = { is_owner: false, is_partner: true };

test('the tabs of each role', () => {
  expect(tabsFor(client)).toEqual(['offers', 'favorite', 'history', 'account']);
  expect(tabsFor(owner)).toEqual(['offers', 'favorite', 'seller', 'account']);
  expect(tabsFor(partner)).toEqual(['offers', 'favorite', 'affiliate', 'account']);
  expect(tabsFor({ is_owner: true, is_partner: true })).toEqual(['offers', 'favorite', 'seller', 'account']);
});

test('the side menu always has history and transactions; points only for owners', () => {
  for (const role of [client, owner, partner])
    expect(menuFor(role).own.slice(-3)).toEqual(['history', 'account', 'transactions']);
  expect(menuFor(owner).points).toEqual(['seller', 'week', 'sale', 'orders']);
  expect(menuFor(client).points).toEqual([]);
  expect(menuFor(partner).partner).toEqual(['affiliate', 'sellers', 'clients']);
  expect(menuFor(owner).partner).toEqual([]);
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
])('%s lights %s', (pathname, expected) => {
  expect(activeNav(pathname)).toBe(expected);
});

test('tabs stand in for what a phone does not show', () => {
  expect(activeTab('/seller/orders', tabsFor(owner))).toBe('seller');
  expect(activeTab('/seller/sale', tabsFor(owner))).toBe('seller');
  expect(activeTab('/seller/week', tabsFor(owner))).toBe('seller');
  expect(activeTab('/offers/history', tabsFor(owner))).toBe('account');
  expect(activeTab('/transactions', tabsFor(client))).toBe('account');
  expect(activeTab('/offers/history', tabsFor(client))).toBe('history');
  for (const path of ['/account/affiliate', '/sellers', '/clients/7']) {
    expect(activeTab(path, tabsFor(partner))).toBe('affiliate');
    expect(activeTab(path, tabsFor({ is_owner: true, is_partner: true }))).toBe('account');
  }
});
