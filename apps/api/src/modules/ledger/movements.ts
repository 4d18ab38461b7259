import type { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx } from '../../platform/db/database.ts';
import { createCsvStream, formatLocalTime } from '../../platform/files/csv.ts';
import { choosePayee } from '../../platform/http/payee.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { translate } from '../../platform/messages/translate.ts';
import {
  type Balances,
  hasTwoBalances,
  listMovementRoles,
  listMovements,
  type Movement,
  type MovementFilter,
  sumMovements,
} from './ledger.queries.ts';

/** Names of products in a language that is not their own, by product; of those that have one. */
export type FindProductNames = (
  db: DbOrTrx,
  products: readonly { id: number }[],
  language: Language,
) => Promise<Map<number, string>>;

type Dependencies = Pick<Context, 'db' | 'config'> & { findProductNames: FindProductNames };

export const validateRange = ({
  query: { business_id, role, from, to },
}: PartiallyValidCall<typeof endpoints.listTransactions | typeof endpoints.exportTransactions>) => ({
  role: business_id !== undefined && role !== undefined && role !== 'seller' && 'field.format',
  from: from && to && from > to && 'ledger.rangeBackwards',
});

/** Restricts the filter to the user's own accounts, or that of the business; days are in the operator's time zone. */
function parseMovementFilter(
  { config }: Pick<Context, 'config'>,
  { actor, query }: Pick<Call<typeof endpoints.exportTransactions>, 'actor' | 'query'>,
): MovementFilter {
  const startOfDay = (day: string, addedDays = 0) =>
    new Date(
      Temporal.PlainDate.from(day).add({ days: addedDays }).toZonedDateTime(config.operatorTimeZone)
        .epochMilliseconds,
    );
  const { business_id, role, kind = null, from, to } = query;
  const { userId, isBusiness, roles } = choosePayee(actor, business_id, 'money.view');
  return {
    userId,
    roles: isBusiness || !role ? roles : roles.filter((own) => own === role),
    kind,
    from: from ? startOfDay(from) : null,
    to: to ? startOfDay(to, 1) : null,
  };
}

/** Names the products in the reader's language, and the zone of what happened at no sale place. */
async function localizeMovements(
  { db, config, findProductNames }: Dependencies,
  movements: readonly Movement[],
  language: Language,
) {
  const ids = new Set(movements.flatMap(({ product_id }) => product_id ?? []));
  const names = await findProductNames(
    db,
    [...ids].map((id) => ({ id })),
    language,
  );
  return movements.map(({ product_id, text, time_zone, ...movement }) => ({
    ...movement,
    time_zone: time_zone ?? config.operatorTimeZone,
    text: (product_id !== null && names.get(product_id)) || text,
  }));
}

/** A page of the user's movements, with sums and roles on the first one. */
export async function listTransactions(context: Dependencies, call: Call<typeof endpoints.listTransactions>) {
  const { cursor, limit = 30 } = call.query;
  const filter = parseMovementFilter(context, call);
  const payee = choosePayee(call.actor, call.query.business_id, 'money.view');
  const hasBoth = await hasTwoBalances(context.db, filter, isPaidByProvider(context));
  const [movements, sums, roles] = await Promise.all([
    listMovements(context.db, filter, {
      before: cursor === undefined ? null : Number(cursor),
      limit: limit + 1,
      ...(hasBoth && { balances: 'read' as const }),
    }),
    cursor ? null : sumMovements(context.db, filter),
    cursor ? null : listMovementRoles(context.db, payee),
  ]);
  const page = await localizeMovements(context, movements.slice(0, limit), call.language);
  return {
    data: page.map(({ id, at, counts_from, balances, ...movement }) => ({
      ...movement,
      ...(balances && { balances }),
      id: String(id),
      at: at.toISOString(),
      counts_from: counts_from.toISOString(),
    })),
    next_cursor: movements.length > limit ? String(page.at(-1)!.id) : null,
    sums: sums && formatSums(sums, hasBoth),
    roles,
  };
}

const isPaidByProvider = ({ config }: Pick<Context, 'config'>): boolean =>
  config.payoutWay === 'stripe_connect';

const formatSums = (
  { owed_change_cents, at_provider_change_cents, ...sums }: Awaited<ReturnType<typeof sumMovements>>,
  hasBoth: boolean,
) => ({ ...sums, ...(hasBoth && { balances: { owed_change_cents, at_provider_change_cents } }) });

/** Those before a movement, which are those after the next older one. */
const getBalancesBefore = ({ balances }: Movement): Balances | null =>
  balances && {
    owed_cents: balances.owed_cents - balances.owed_change_cents,
    at_provider_cents: balances.at_provider_cents - balances.at_provider_change_cents,
  };

const PAGE_SIZE = 500;

const toBalanceCells = (balances: Balances | null) =>
  balances ? [{ cents: balances.owed_cents }, { cents: balances.at_provider_cents }] : [null, null];

/** A CSV file of the user's movements, read page by page. */
export async function exportTransactions(
  context: Dependencies,
  call: Call<typeof endpoints.exportTransactions>,
) {
  const filter = parseMovementFilter(context, call);
  const { language } = call;
  const hasBoth = await hasTwoBalances(context.db, filter, isPaidByProvider(context));
  const header = [
    ...['at', 'role', 'kind', 'order', 'pack', 'amount'],
    ...(hasBoth ? ['owed', 'atProvider'] : []),
  ].map((name) => translate(`ledger.csv.${name}`, language));
  async function* rows() {
    let balances: Balances | 'read' = 'read';
    for (let before: number | null = null; ; ) {
      const page: Movement[] = await listMovements(context.db, filter, {
        before,
        limit: PAGE_SIZE,
        ...(hasBoth && { balances }),
      });
      for (const movement of await localizeMovements(context, page, language)) {
        const { at, role, kind, order_id, text, amount_cents, time_zone } = movement;
        yield [
          formatLocalTime(at, time_zone),
          translate(`ledger.role.${role}`, language),
          translate(`ledger.kind.${kind}`, language),
          order_id,
          text,
          { cents: amount_cents },
          ...(hasBoth ? toBalanceCells(movement.balances) : []),
        ];
      }
      if (page.length < PAGE_SIZE) return;
      before = page.at(-1)!.id;
      // Counted on from page to page; a purchase has none.
      balances = getBalancesBefore(page.at(-1)!) ?? 'read';
    }
  }
  return { name: 'wopack-transactions.csv', content: createCsvStream(header, rows(), language) };
}
