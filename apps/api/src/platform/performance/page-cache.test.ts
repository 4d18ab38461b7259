import Fastify from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../db/database.ts';
import type { LiveEvents } from '../live-events.ts';
import { createPageCache } from './page-cache.ts';

const buildPage = (next_cursor: string) => ({ offers: [], next_cursor });
const primary = {} as Db;
const replica = {} as Db;

let notifyChange: () => void;
let app: ReturnType<typeof Fastify>;
let loadCursor: (cacheKey?: string, db?: Db) => Promise<string | null>;
let loadPage: ReturnType<typeof vi.fn>;

beforeEach(() => {
  app = Fastify();
  app.get('/', async () => 'read');
  app.post('/', async () => 'written');
  const liveEvents = {
    subscribe: (_channel: 'stock', listener: (event: 'gap') => void) => {
      notifyChange = () => listener('gap');
    },
  } as unknown as LiveEvents;
  const pageCache = createPageCache<ReturnType<typeof buildPage>>(app, { liveEvents });
  let pageNumber = 0;
  loadPage = vi.fn(async () => buildPage(String(++pageNumber)));
  loadCursor = async (cacheKey = 'centre', db = primary) =>
    (await pageCache(db, cacheKey, loadPage as never)).next_cursor;
});

test('callers with the same query share a page, others do not', async () => {
  expect(await Promise.all([loadCursor(), loadCursor(), loadCursor('hill')])).toEqual(['1', '1', '2']);
});

test('a change notified by the database is seen by the next caller', async () => {
  expect(await loadCursor()).toBe('1');
  notifyChange();
  expect(await loadCursor()).toBe('2');
});

test('a request that may have written drops the pages; one that only read does not', async () => {
  expect(await loadCursor()).toBe('1');
  await app.inject({ method: 'GET', url: '/' });
  expect(await loadCursor()).toBe('1');
  await app.inject({ method: 'POST', url: '/' });
  expect(await loadCursor()).toBe('2');
});

test('a page read from a replica is not returned to a caller of the primary', async () => {
  expect(await loadCursor('centre', replica)).toBe('1');
  expect(await loadCursor('centre', primary)).toBe('2');
});
