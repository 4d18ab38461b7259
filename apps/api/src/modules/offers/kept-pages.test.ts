import Fastify from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import type { LiveEvents } from '../../platform/live-events.ts';
import { keptPages } from './kept-pages.ts';

const page = (next_cursor: string) => ({ offers: [], next_cursor });
const primary = {} as Db;
const replica = {} as Db;

let tell: () => void;
let app: ReturnType<typeof Fastify>;
let ask: (question?: string, db?: Db) => Promise<string | null>;
let made: ReturnType<typeof vi.fn>;

beforeEach(() => {
  app = Fastify();
  app.get('/', async () => 'read');
  app.post('/', async () => 'written');
  const liveEvents = {
    subscribe: (_channel: 'stock', listener: (news: 'gap') => void) => {
      tell = () => listener('gap');
    },
  } as unknown as LiveEvents;
  const pages = keptPages(app, { liveEvents });
  let count = 0;
  made = vi.fn(async () => page(String(++count)));
  ask = async (question = 'centre', db = primary) => (await pages(db, question, made as never)).next_cursor;
});

test('who asks alike gets the same page, who asks otherwise another', async () => {
  expect(await Promise.all([ask(), ask(), ask('hill')])).toEqual(['1', '1', '2']);
});

test('a change that the database tells of is seen by the next who asks', async () => {
  expect(await ask()).toBe('1');
  tell();
  expect(await ask()).toBe('2');
});

test('so is what a call changed; one that only read changes nothing', async () => {
  expect(await ask()).toBe('1');
  await app.inject({ method: 'GET', url: '/' });
  expect(await ask()).toBe('1');
  await app.inject({ method: 'POST', url: '/' });
  expect(await ask()).toBe('2');
});

test('what a replica answered is given to nobody who has to be answered by the primary', async () => {
  expect(await ask('centre', replica)).toBe('1');
  expect(await ask('centre', primary)).toBe('2');
});
