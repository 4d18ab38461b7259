import { beforeEach, expect, test, vi } from 'vitest';
import { countVisit } from './count-visit.ts';
import { chooseCookies } from './ref-link.ts';
import { read, write } from './storage.ts';

const sent = vi.hoisted(() => vi.fn(async (_name: string, _input: unknown) => ({})));
vi.mock('./api.ts', () => ({ call: sent }));
beforeEach(() => sent.mockClear());

const morning = new Date('2026-11-20T10:00:00Z');
const evening = new Date('2026-11-20T22:00:00Z');
const tomorrow = new Date('2026-11-21T10:00:00Z');

test('once a day, with nothing but the code', async () => {
  write('cookieChoice', 'all');
  for (const now of [morning, evening, tomorrow]) await countVisit('ANA', now);
  expect(sent.mock.calls).toEqual([
    ['recordVisit', { body: { ref_link: 'ANA' } }],
    ['recordVisit', { body: { ref_link: 'ANA' } }],
  ]);
  await countVisit('RUI', tomorrow);
  expect(sent).toHaveBeenCalledTimes(3);
});

test('before the choice it is remembered for the session alone; afterwards it is not counted again', async () => {
  await countVisit('ANA', morning);
  expect(read('ref_counted')).toBeNull();
  chooseCookies('all');
  await countVisit('ana', evening);
  expect(sent).toHaveBeenCalledTimes(1);
});

test('whoever wants nothing but the essential is not counted, nor is a member', async () => {
  chooseCookies('essential');
  await countVisit('ANA', morning);
  write('cookieChoice', 'all');
  write('token', 'x');
  await countVisit('ANA', morning);
  expect(sent).not.toHaveBeenCalled();
});

test('taken back: what was counted is forgotten with the session', async () => {
  chooseCookies('all');
  await countVisit('ANA', morning);
  chooseCookies('essential');
  expect(read('ref_counted')).toBeNull();
});

test('a server that does not answer is nobody’s trouble', async () => {
  write('cookieChoice', 'all');
  sent.mockRejectedValueOnce(new Error('away'));
  await expect(countVisit('ANA', morning)).resolves.toBeUndefined();
});
