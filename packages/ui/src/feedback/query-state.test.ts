import { expect, test, vi } from 'vitest';
import { combineQueries } from './query-state.tsx';

const away = new Error('away');
const late = new Error('late');
const loading = { data: undefined, error: null, isFetching: true };
const loaded = { data: ['answer'], error: null, isFetching: false };
const empty = { data: null, error: null, isFetching: false };
const failed = { data: undefined, error: away, isFetching: false };
/** Loaded long ago; what came later failed. */
const outdated = { data: ['old'], error: late, isFetching: false };

const withRefetch = <Q extends object>(query: Q) => ({ ...query, refetch: vi.fn(async () => query) });

test.each([
  [
    'both answered',
    loaded,
    loaded,
    { data: { a: ['answer'], b: ['answer'] }, error: null, isFetching: false },
  ],
  [
    'one answered with nothing',
    loaded,
    empty,
    { data: { a: ['answer'], b: null }, error: null, isFetching: false },
  ],
  ['one still loads', loaded, loading, { data: undefined, error: null, isFetching: true }],
  ['one failed', failed, loaded, { data: undefined, error: away, isFetching: false }],
  ['one failed, one still loads', loading, failed, { data: undefined, error: away, isFetching: true }],
  [
    'one failed when read again',
    loaded,
    outdated,
    { data: { a: ['answer'], b: ['old'] }, error: late, isFetching: false },
  ],
  ['both failed', failed, outdated, { data: undefined, error: away, isFetching: false }],
])('two queries are one: %s', (_, a, b, expected) => {
  expect(combineQueries({ a: withRefetch(a), b: withRefetch(b) })).toMatchObject(expected);
});

test('trying again asks for all', async () => {
  const [a, b] = [withRefetch(failed), withRefetch(loaded)];
  await combineQueries({ a, b }).refetch();
  expect(a.refetch).toHaveBeenCalledOnce();
  expect(b.refetch).toHaveBeenCalledOnce();
});
