import { expect, test } from 'vitest';
import { findDisplacedTask, selectNext, type TaskOwner } from './turns.rules.ts';

const wait = (network: string, ...userIds: number[]): TaskOwner[] =>
  userIds.map((userId) => ({ userId, network }));
const useNone = { ofUser: () => 0, ofNetwork: () => 0 };

test('the oldest is next where nobody has taken time', () => {
  const waiting = [...wait('a', 1, 1), ...wait('b', 2)];
  expect(selectNext(waiting, useNone)).toBe(waiting[0]);
  expect(selectNext([], useNone)).toBeUndefined();
});

test('who has taken least is next: of the networks, then of the users of one', () => {
  const waiting = [...wait('a', 1, 2, 3), ...wait('b', 4)];
  const users = new Map([
    [1, 500],
    [2, 100],
    [3, 100],
    [4, 900],
  ]);
  const ofUser = (id: number) => users.get(id)!;
  const byNetwork = (a: number, b: number) => (network: string) => (network === 'a' ? a : b);
  expect(selectNext(waiting, { ofUser, ofNetwork: byNetwork(700, 900) })).toBe(waiting[1]);
  expect(selectNext(waiting, { ofUser, ofNetwork: byNetwork(950, 900) })).toBe(waiting[3]);
});

test('the newest of the network with most makes room', () => {
  const waiting = [...wait('a', 1, 2), ...wait('b', 3, 4, 5), ...wait('a', 6)];
  expect(findDisplacedTask(waiting, 'new')).toBe(waiting[5]);
  expect(findDisplacedTask(waiting.slice(0, 5), 'a')).toBe(waiting[4]);
  expect(findDisplacedTask(waiting, 'b')).toBeUndefined();
  expect(findDisplacedTask([], 'new')).toBeUndefined();
});
