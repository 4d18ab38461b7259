import { expect, test, vi } from 'vitest';
import { keptBriefly } from './kept-briefly.ts';

const always = () => true;

test('all who ask meanwhile get the one answer', async () => {
  const kept = keptBriefly<number>(60_000, 10, always);
  const make = vi.fn(async () => 7);
  expect(await Promise.all([kept('a', make), kept('a', make)])).toEqual([7, 7]);
  expect(await kept('a', make)).toBe(7);
  expect(make).toHaveBeenCalledTimes(1);
  await kept('b', make);
  expect(make).toHaveBeenCalledTimes(2);
});

test('what is old, failed or not worth it is made anew', async () => {
  const make = vi.fn(async () => 0);
  const old = keptBriefly<number>(0, 10, always);
  await old('a', make);
  await old('a', make);
  expect(make).toHaveBeenCalledTimes(2);

  const kept = keptBriefly<number>(60_000, 10, (answer) => answer > 0);
  await kept('a', make);
  await kept('a', make);
  expect(make).toHaveBeenCalledTimes(4);

  make.mockRejectedValueOnce(new Error('away'));
  await expect(kept('b', make)).rejects.toThrow('away');
  expect(await kept('b', make)).toBe(0);
});

test('no more is kept than fits: what nobody asked for the longest goes', async () => {
  const kept = keptBriefly<string>(60_000, 2, always);
  const make = vi.fn(async () => 'x');
  for (const question of ['a', 'b', 'c', 'b', 'c']) await kept(question, make);
  expect(make).toHaveBeenCalledTimes(3);
  await kept('a', make);
  expect(make).toHaveBeenCalledTimes(4);
});

test('whoever asks after all was forgotten gets a new answer, though one was being made', async () => {
  const kept = keptBriefly<string>(60_000, 10, always);
  const { promise, resolve } = Promise.withResolvers<string>();
  const before = kept('a', () => promise);
  kept.forgetAll();
  expect(await kept('a', async () => 'new')).toBe('new');
  resolve('old');
  expect(await before).toBe('old');
  expect(await kept('a', async () => 'newer')).toBe('new');
});
