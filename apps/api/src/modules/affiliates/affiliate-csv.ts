import type { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { type Cell, csvOf } from '../../platform/csv.ts';
import type { Call } from '../../platform/http/route.ts';
import { translate } from '../../platform/messages/translate.ts';
import { monthsOf } from './list-months.ts';
import { sellerView } from './list-people.ts';
import { paidOutMonth, shareView } from './list-shares.ts';
import { listPeople } from './people.queries.ts';
import { listShares } from './share-list.queries.ts';

type List = Call<typeof endpoints.affiliateCsv>['query']['list'];

const AT_ONCE = 500;

const columns: Record<List, string[]> = {
  shares: ['number', 'side', 'person', 'created', 'price', 'share', 'state', 'reason', 'month'],
  months: ['month', 'shares', 'exact', 'amount', 'state'],
  clients: ['client', 'status', 'quantity', 'total', 'share', 'created'],
  sellers: ['seller', 'name', 'status', 'quantity', 'total', 'share', 'created'],
};

/** One of the partner's lists as a file. */
export async function affiliateCsv(
  context: Context,
  { actor, query, language }: Call<typeof endpoints.affiliateCsv>,
) {
  const say = (key: string) => translate(`affiliates.csv.${key}`, language);
  const head = columns[query.list].map(say);
  return {
    name: `wopack-${query.list}.csv`,
    content: csvOf(head, lines(context, actor.id, query.list, language)),
  };
}

/** Euros of hundredths of a cent, exact: 0.1935. */
const exact = (hundredths: number): number => hundredths / 10_000;

/** A page after the other: a slow reader holds no connection to the database meanwhile. */
async function* pages<T extends { id: number }>(read: (before?: number) => Promise<T[]>): AsyncGenerator<T> {
  for (let page = await read(); page.length > 0; page = await read(page.at(-1)!.id)) yield* page;
}

async function* lines(
  context: Context,
  partnerId: number,
  list: List,
  language: Language,
): AsyncGenerator<Cell[]> {
  const { db, clock } = context;
  const word = (key: string) => translate(`affiliates.${key}`, language);
  const now = clock.now();
  if (list === 'months') {
    for (const { month, shares, hundredths, amount_cents, state } of await monthsOf(context, partnerId))
      yield [month, shares, exact(hundredths), { cents: amount_cents }, word(`month.${state}`)];
  } else if (list === 'shares') {
    const paidOut = await paidOutMonth(context, partnerId);
    for await (const row of pages((before) => listShares(db, { partnerId }, { before, limit: AT_ONCE }))) {
      const share = shareView(row, paidOut);
      yield [
        ...[share.id, word(`side.${share.side}`), share.person_id, share.created_at],
        ...[{ cents: share.price_cents }, exact(share.hundredths)],
        ...[word(`state.${share.state}`), word(`reason.${share.reason}`), share.credit_month],
      ];
    }
  } else {
    const side = list === 'clients' ? 'buyer' : 'seller';
    for await (const row of pages((before) => listPeople(db, side, partnerId, { before, limit: AT_ONCE }))) {
      const person = sellerView(row, now);
      yield [
        ...(list === 'sellers' ? [person.id, person.name] : [person.id]),
        ...[word(`status.${person.status}`), person.quantity, { cents: person.total_cents }],
        ...[exact(person.yours_hundredths), person.created_at],
      ];
    }
  }
}
