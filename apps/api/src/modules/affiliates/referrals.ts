import type { endpoints, ShareSide } from '@wopack/contract';
import { centsFromHundredths, type Language, localDate } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { type Cell, createCsvStream, formatLocalTime } from '../../platform/files/csv.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Call, SUCCESS } from '../../platform/http/route.ts';
import { translate } from '../../platform/messages/translate.ts';
import {
  findReferredUser,
  incrementVisits,
  listReferredUsers,
  listShares,
  type ReferredUser,
  sumReferrals,
} from './affiliates.queries.ts';
import { getReferralStatus } from './affiliates.rules.ts';
import { loadPartnerMonths } from './credits/credits.ts';
import { buildShareView, getLastPaidOutMonth } from './shares.ts';

/** Stores a count a day and nothing about the visitor. The answer does not reveal whether the code exists. */
export async function recordVisit(
  { db, clock, config }: Context,
  { body }: Call<typeof endpoints.recordVisit>,
) {
  await incrementVisits(db, body.ref_link.trim(), localDate(clock.now(), config.operatorTimeZone).toString());
  return SUCCESS;
}

type Dependencies = Pick<Context, 'clock' | 'config'>;

const buildReferredBuyerView = ({ clock, config }: Dependencies, user: ReferredUser) => ({
  id: user.id,
  status: getReferralStatus(user, clock.now()),
  quantity: user.quantity,
  total_cents: user.total_cents,
  yours_hundredths: user.yours_hundredths,
  created_at: user.created_at.toISOString(),
  last_order_at: user.last_order_at?.toISOString() ?? null,
  time_zone: config.operatorTimeZone,
});

const buildReferredSellerView = (context: Dependencies, user: ReferredUser) => ({
  ...buildReferredBuyerView(context, user),
  first_place: user.first_place,
  name: user.name,
  places: user.sale_place_count,
});

async function loadPage(
  { db }: Context,
  side: ShareSide,
  { actor, query }: Call<typeof endpoints.listReferredBuyers | typeof endpoints.listReferredSellers>,
) {
  const { cursor, limit = 20, sort = 'created', order = 'desc' } = query;
  const after = cursor === undefined ? undefined : Number(cursor);
  const [rows, sums] = await Promise.all([
    listReferredUsers(db, side, actor.id, {
      order: { by: sort, isAscending: order === 'asc' },
      after,
      limit: limit + 1,
    }),
    after === undefined ? sumReferrals(db, side, actor.id) : null,
  ]);
  const users = rows.slice(0, limit);
  return {
    users,
    next_cursor: rows.length > limit ? String(users.at(-1)!.id) : null,
    totals: sums,
  };
}

export async function listReferredBuyers(context: Context, call: Call<typeof endpoints.listReferredBuyers>) {
  const { users, ...rest } = await loadPage(context, 'buyer', call);
  return { data: users.map((user) => buildReferredBuyerView(context, user)), ...rest };
}

export async function listReferredSellers(
  context: Context,
  call: Call<typeof endpoints.listReferredSellers>,
) {
  const { users, ...rest } = await loadPage(context, 'seller', call);
  return { data: users.map((user) => buildReferredSellerView(context, user)), ...rest };
}

/** A user referred by this partner; any other is reported as missing. */
async function getReferredUser({ db }: Context, side: ShareSide, partnerId: number, id: number) {
  const user = await findReferredUser(db, side, partnerId, id);
  if (!user) throw new AppError('notFound');
  return user;
}

export const getReferredBuyer = async (
  context: Context,
  { actor, params }: Call<typeof endpoints.getReferredBuyer>,
) => ({
  data: buildReferredBuyerView(context, await getReferredUser(context, 'buyer', actor.id, params.id)),
});

export const getReferredSeller = async (
  context: Context,
  { actor, params }: Call<typeof endpoints.getReferredSeller>,
) => ({
  data: buildReferredSellerView(context, await getReferredUser(context, 'seller', actor.id, params.id)),
});

type ListName = Call<typeof endpoints.exportAffiliateCsv>['query']['list'];

const PAGE_SIZE = 500;

const COLUMNS: Record<ListName, string[]> = {
  shares: [
    'number',
    'side',
    'person',
    'day',
    'bought',
    'price',
    'exact',
    'share',
    'state',
    'reason',
    'month',
  ],
  months: ['month', 'shares', 'exact', 'share', 'state'],
  clients: ['client', 'status', 'quantity', 'total', 'exact', 'share', 'created'],
  sellers: ['seller', 'shop', 'name', 'status', 'quantity', 'total', 'exact', 'share', 'created'],
};

export async function exportAffiliateCsv(
  context: Context,
  { actor, query, language }: Call<typeof endpoints.exportAffiliateCsv>,
) {
  const translateHeader = (key: string) => translate(`affiliates.csv.${key}`, language);
  const header = COLUMNS[query.list].map(translateHeader);
  return {
    name: `wopack-${query.list}.csv`,
    content: createCsvStream(header, buildRows(context, actor.id, query.list, language), language),
  };
}

/** What adds up, and what is read. */
const buildShareCells = (hundredths: number): Cell[] => [
  { hundredths },
  { cents: centsFromHundredths(hundredths) },
];

/** Reads page by page, so that a slow client holds no database connection. */
async function* readPages<T extends { id: number }>(
  readPage: (before?: number) => Promise<T[]>,
): AsyncGenerator<T> {
  for (let page = await readPage(); page.length > 0; page = await readPage(page.at(-1)!.id)) yield* page;
}

async function* buildRows(
  context: Context,
  partnerId: number,
  listName: ListName,
  language: Language,
): AsyncGenerator<Cell[]> {
  const { db } = context;
  const translateLabel = (key: string) => translate(`affiliates.${key}`, language);
  if (listName === 'months') {
    for (const { month, shares, hundredths, amount_cents, state } of await loadPartnerMonths(
      context,
      partnerId,
    ))
      yield [month, shares, { hundredths }, { cents: amount_cents }, translateLabel(`month.${state}`)];
  } else if (listName === 'shares') {
    const lastPaidOutMonth = await getLastPaidOutMonth(context, partnerId);
    for await (const row of readPages((before) =>
      listShares(db, { partnerId }, { before, limit: PAGE_SIZE }),
    )) {
      const share = buildShareView(row, lastPaidOutMonth);
      yield [
        share.id,
        translateLabel(`side.${share.side}`),
        share.person_id,
        share.day,
        formatLocalTime(share.created_at, share.time_zone),
        { cents: share.price_cents },
        ...buildShareCells(share.hundredths),
        translateLabel(`state.${share.state}`),
        translateLabel(`reason.${share.reason}`),
        share.credit_month,
      ];
    }
  } else {
    const side = listName === 'clients' ? 'buyer' : 'seller';
    for await (const row of readPages((after) =>
      listReferredUsers(db, side, partnerId, { after, limit: PAGE_SIZE }),
    )) {
      const referredUser = buildReferredSellerView(context, row);
      const { id, first_place: firstPlace, name } = referredUser;
      yield [
        ...(listName === 'sellers' ? [id, firstPlace, name] : [id]),
        translateLabel(`status.${referredUser.status}`),
        referredUser.quantity,
        { cents: referredUser.total_cents },
        ...buildShareCells(referredUser.yours_hundredths),
        localDate(row.created_at, referredUser.time_zone).toString(),
      ];
    }
  }
}
