import { expect, test } from 'vitest';
import { findDisplaced } from './arrivals.ts';

const arrive = (network: string, ...speeds: number[]) => speeds.map((speed) => ({ network, speed }));
type Arrivals = ReturnType<typeof arrive>;
const findSlowest = (arrivals: Arrivals, network: string) =>
  findDisplaced(arrivals, network, ({ speed }) => speed);

test('the slowest body of the network with most of them makes room', () => {
  const arrivals = [...arrive('a', 0, 1), ...arrive('b', 9, 5, 7), ...arrive('c', 0)];
  expect(findSlowest(arrivals, 'new')).toBe(arrivals[3]);
  expect(findSlowest(arrivals, 'a')).toBe(arrivals[3]);
  expect(findSlowest(arrivals, 'b')).toBeUndefined();
});

test('of networks with as many, the slowest body of all', () => {
  const arrivals = [...arrive('a', 4, 3), ...arrive('b', 9, 2), ...arrive('c', 0)];
  expect(findSlowest(arrivals, 'c')).toBe(arrivals[3]);
  expect(findSlowest(arrivals, 'a')).toBeUndefined();
});

test('nobody makes room where nobody has a body', () => {
  expect(findSlowest([], 'new')).toBeUndefined();
});
