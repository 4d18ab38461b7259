import Fastify from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../../platform/db/database.ts';
import type { LiveEvents } from '../../../platform/live-events.ts';
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
  const pageCache = createPageCache(app, { liveEvents });
  let pageNumber = 0;
  loadPage = vi.fn(async () => buildPage(String(++pageNumber)));
  loadCursor = async (cacheKey = 'centre', db = primary) =>
    (await pageCache(db, cacheKey, loadPage as never)).next_cursor;
});

test('who asks alike gets the same page, who asks otherwise another', async () => {
  expect(await Promise.all([loadCursor(), loadCursor(), loadCursor('hill')])).toEqual(['1', '1', '2']);
});

test('a change that the database tells of is seen by the next who asks', async () => {
  expect(await loadCursor()).toBe('1');
  notifyChange();
  expect(await loadCursor()).toBe('2');
});

test('so is what a call changed; one that only read changes nothing', async () => {
  expect(await loadCursor()).toBe('1');
  await app.inject({ method: 'GET', url: '/' });
  expect(await loadCursor()).toBe('1');
  await app.inject({ method: 'POST', url: '/' });
  expect(await loadCursor()).toBe('2');
});

test('what a replica answered is given to nobody who has to be answered by the primary', async () => {
  expect(await loadCursor('centre', replica)).toBe('1');
  expect(await loadCursor('centre', primary)).toBe('2');
});
