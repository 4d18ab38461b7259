import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { precompileQuery } from '../../platform/db/precompiled-query.ts';
import { preparedStatementHint } from '../../platform/db/prepared-statements.ts';
import type { Cursor } from './cursor.rules.ts';
import { cubeText } from './distance.rules.ts';
import { inFrame } from './frame.queries.ts';
import { type Filters, isPreparable } from './offer-filters.ts';
import { distanceFrom, filtered, onSale } from './offers.queries.ts';

interface Page {
  phase: 0 | 1;
  after: Cursor | null;
  /** When the first page was shown; null on the first. */
  since: Date | null;
  limit: number;
  now: Date;
}

/** A page of the app and the row that tells whether there is another. In the text of a query, so that it is planned for. */
const USUAL_LIMIT = 21;

/** What somebody took the last unit of while the list is being read stays where it was: not shown twice, not lost. */
const inPhase = (phase: 0 | 1, since: Date | null) => {
  if (since === null) return phase === 0 ? sql<boolean>`slot."left" > 0` : sql<boolean>`slot."left" = 0`;
  const onSale = sql<boolean>`(slot."left" > 0 or exists (select from payments where payments.slot_id = slot.id
    and payments.created_at > ${since} and payments.state in ('pending', 'paid')))`;
  return phase === 0 ? onSale : sql<boolean>`not ${onSale}`;
};

/** Up to `limit` packs of a phase after a cursor, nearest first: one walk along the index of positions. */
const pageOf = (db: Db, filters: Filters, here: string | null, page: Page) => {
  const { phase, after, since, limit, now } = page;
  const key = distanceFrom(here);
  return (
    filtered(onSale(db, now), filters, now)
      .select([
        'p.id',
        'p.sale_place_id',
        'p.name',
        'p.description',
        'p.photos',
        'p.price_cents',
        'p.old_price_cents',
      ])
      .select(['p.category_ids', 'p.rating_sum', 'p.rating_count', 'slot.id as slot_id', 'slot.left'])
      .select(['slot.starts_at', 'slot.ends_at', key.as('key')])
      .$if(filters.box !== null, (q) => q.where(inFrame(filters.box!)))
      .where(inPhase(phase, since))
      .$if(after !== null, (q) =>
        q.where(sql<boolean>`(${key}, p.id) > (${after!.key}::float8, ${after!.id}::int)`),
      )
      // By its name: written anew it would be another value to the planner, and the rows be sorted twice.
      .orderBy('key')
      .orderBy('p.id')
      .limit(limit === USUAL_LIMIT ? sql.lit(limit) : limit)
  );
};

/** The venue is looked up for the rows of a page alone, once it is cut. */
const withPlaces = (db: Db, page: ReturnType<typeof pageOf>) =>
  db
    .selectFrom(page.as('page'))
    .innerJoin('sale_places as place', 'place.id', 'page.sale_place_id')
    .select([
      'page.id',
      'page.sale_place_id',
      'page.name',
      'page.description',
      'page.photos',
      'page.price_cents',
    ])
    .select(['page.old_price_cents', 'page.category_ids', 'page.rating_sum', 'page.rating_count'])
    .select(['page.slot_id', 'page.left', 'page.starts_at', 'page.ends_at', 'page.key'])
    .select(['place.id as place_id', 'place.name as place_name', 'place.address', 'place.time_zone'])
    .orderBy('page.key')
    .orderBy('page.id');

const everything = {
  ...{ userId: 0, origin: null, radius: null, typeId: null, diet: null, favouritesOnly: false },
  ...{ search: null, day: null, sellerId: null, box: null },
};

/** What most ask: the first page of what is near. Building its text took as long as reading its rows. */
const plainPage = precompileQuery((db, here: string, now: Date) => {
  const page = { phase: 0, after: null, since: null, limit: USUAL_LIMIT, now } as const;
  return withPlaces(db, pageOf(db, everything, here, page)).modifyEnd(preparedStatementHint);
});

const isPlain = ({ userId, origin, ...filters }: Filters, { phase, since, limit }: Page) =>
  phase === 0 &&
  since === null &&
  limit === USUAL_LIMIT &&
  Object.values(filters).every((value) => value === null || value === false);

/** A page of the list, the same for all who ask for it. */
export function listOffers(db: Db, filters: Filters, page: Page) {
  const here = filters.origin && cubeText(filters.origin);
  if (here && isPlain(filters, page)) return plainPage(db, here, page.now);
  return withPlaces(db, pageOf(db, filters, here, page))
    .$if(page.limit === USUAL_LIMIT && isPreparable(filters), (q) => q.modifyEnd(preparedStatementHint))
    .execute();
}
