import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { keptBriefly } from './kept-briefly.ts';
import type { readPage } from './read-page.ts';

/** A change that nobody told of (the name of a venue, made by another process) is seen after this. */
const KEPT_MS = 1_000;
const MOST_PAGES = 500;

type Page = Awaited<ReturnType<typeof readPage>>;

/** The answer to a question about the list: the one that is kept, if nothing has changed since, else a new one. */
export type Pages = (db: Db, question: string, make: () => Promise<Page>) => Promise<Page>;

/**
 * Pages of the list that many ask for alike: at closing time a whole town looks from its centre. They are forgotten
 * when the database tells of any change of what is on sale, and when a call to this process may have changed anything:
 * whoever bought, sold or edited sees it at once. Apart for each database, since a replica may be behind.
 */
export function keptPages(app: FastifyInstance, { liveEvents }: Pick<Context, 'liveEvents'>): Pages {
  const kept = new Map<Db, ReturnType<typeof keptBriefly<Page>>>();
  const forgetAll = () => {
    for (const pages of kept.values()) pages.forgetAll();
  };
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET') forgetAll();
  });
  let listening = false;
  return (db, question, make) => {
    if (!listening) liveEvents.subscribe('stock', forgetAll);
    listening = true;
    const pages = kept.get(db) ?? keptBriefly<Page>(KEPT_MS, MOST_PAGES, () => true);
    kept.set(db, pages);
    return pages(question, make);
  };
}
