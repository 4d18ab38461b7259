import { expect, test } from 'vitest';
import { createTurns, createUsedTime, NoPlaceError } from './turns.ts';

const attacker = { userId: -1, network: '203.0.113.0/24' };
const buyer = { userId: -2, network: '198.51.100.0/24' };

test('a picture of somebody else waits for the one in work only', async () => {
  const used = createUsedTime();
  const takeTurn = createTurns(1, 10, used);
  const order: string[] = [];
  const decode = (owner: typeof buyer, name: string) =>
    takeTurn(owner, async () => {
      order.push(name);
      // As decoding does: others send theirs meanwhile.
      await new Promise(setImmediate);
      used.note(owner, 2000);
    });
  await Promise.all([
    ...['slow 1', 'slow 2', 'slow 3'].map((name) => decode(attacker, name)),
    decode(buyer, 'honest'),
  ]);
  expect(order).toEqual(['slow 1', 'honest', 'slow 2', 'slow 3']);
});

test('a failed task passes its place on', async () => {
  const takeTurn = createTurns(1, 10, createUsedTime());
  const failed = takeTurn(attacker, async () => {
    throw new Error('no picture');
  });
  const next = takeTurn(buyer, async () => 'stored');
  await expect(failed).rejects.toThrow('no picture');
  expect(await next).toBe('stored');
  expect(await takeTurn(buyer, async () => 'again')).toBe('again');
});

test('where no place is left, the network with most of them makes room', async () => {
  const takeTurn = createTurns(1, 2, createUsedTime());
  const running = Promise.withResolvers<void>();
  const first = takeTurn(attacker, () => running.promise);
  const [second, third] = [1, 2].map((number) => takeTurn(attacker, async () => number));
  const refused = expect(third).rejects.toThrow(NoPlaceError);
  const honest = takeTurn(buyer, async () => 'stored');
  await refused;
  await expect(takeTurn(attacker, async () => 4)).rejects.toThrow(NoPlaceError);
  running.resolve();
  expect(await Promise.all([first, second, honest])).toEqual([undefined, 1, 'stored']);
});

test('whoever goes while waiting leaves the place to others', async () => {
  const takeTurn = createTurns(1, 1, createUsedTime());
  const running = Promise.withResolvers<void>();
  const first = takeTurn(attacker, () => running.promise);
  const controller = new AbortController();
  const gone = expect(takeTurn(buyer, async () => 'gone', { signal: controller.signal })).rejects.toThrow(
    NoPlaceError,
  );
  controller.abort();
  await gone;
  const next = takeTurn(buyer, async () => 'stored');
  running.resolve();
  expect(await Promise.all([first, next])).toEqual([undefined, 'stored']);
});

test('a task that needs all places runs alone, and others do not overtake it', async () => {
  const takeTurn = createTurns(2, 10, createUsedTime());
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, places = 1) =>
    takeTurn(
      buyer,
      () => {
        order.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      { places },
    );
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  const all = [run('first'), run('second'), run('alone', 2), run('last')];
  expect(order).toEqual(['first', 'second']);
  await end('first');
  expect(order).toEqual(['first', 'second']);
  await end('second');
  expect(order).toEqual(['first', 'second', 'alone']);
  await end('alone');
  await end('last');
  await Promise.all(all);
  expect(order).toEqual(['first', 'second', 'alone', 'last']);
});
