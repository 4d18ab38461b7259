import type { endpoints, ShareSide } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { statusOf } from './affiliates.rules.ts';
import { type BroughtPerson, findPerson, listPeople, totals } from './people.queries.ts';

export const clientView = (person: BroughtPerson, now: Date) => ({
  id: person.id,
  status: statusOf(person, now),
  quantity: person.quantity,
  total_cents: person.total_cents,
  yours_hundredths: person.yours_hundredths,
  created_at: person.created_at.toISOString(),
  last_order_at: person.last_order_at?.toISOString() ?? null,
});

export const sellerView = (person: BroughtPerson, now: Date) => ({
  ...clientView(person, now),
  name: person.name,
  places: person.places,
});

async function page(
  { db }: Context,
  side: ShareSide,
  { actor, query }: Call<typeof endpoints.affiliateClients | typeof endpoints.affiliateSellers>,
) {
  const { cursor, limit = 20 } = query;
  const before = cursor === undefined ? undefined : Number(cursor);
  const [rows, sums] = await Promise.all([
    listPeople(db, side, actor.id, { before, limit: limit + 1 }),
    before === undefined ? totals(db, side, actor.id) : null,
  ]);
  const people = rows.slice(0, limit);
  return {
    people,
    next_cursor: rows.length > limit ? String(people.at(-1)!.id) : null,
    totals: sums,
  };
}

export async function listClients(context: Context, call: Call<typeof endpoints.affiliateClients>) {
  const { people, ...rest } = await page(context, 'buyer', call);
  const now = context.clock.now();
  return { data: people.map((person) => clientView(person, now)), ...rest };
}

export async function listSellers(context: Context, call: Call<typeof endpoints.affiliateSellers>) {
  const { people, ...rest } = await page(context, 'seller', call);
  const now = context.clock.now();
  return { data: people.map((person) => sellerView(person, now)), ...rest };
}

/** Somebody this partner brought; anybody else is not here. */
export async function broughtBy({ db }: Context, side: ShareSide, partnerId: number, id: number) {
  const person = await findPerson(db, side, partnerId, id);
  if (!person) throw new AppError('notFound');
  return person;
}
