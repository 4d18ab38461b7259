import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { csvOf } from '../../platform/csv.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { translate } from '../../platform/messages/translate.ts';
import { listMovements, type MovementFilter, sumMovements } from './movements.queries.ts';

type Needed = Pick<Context, 'db' | 'config'>;

export const validateRange = ({
  query: { from, to },
}: AcceptedCall<typeof endpoints.listTransactions | typeof endpoints.transactionsCsv>) => ({
  from: from && to && from > to && 'ledger.rangeBackwards',
});

/** What of the person's own is asked for; days are the operator's. */
function filterOf(
  { config }: Needed,
  { actor, query }: Pick<Call<typeof endpoints.transactionsCsv>, 'actor' | 'query'>,
): MovementFilter {
  const start = (day: string, later = 0) =>
    new Date(
      Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(config.operatorZone)
        .epochMilliseconds,
    );
  const { role = null, kind = null, from, to } = query;
  return {
    userId: actor.id,
    role,
    kind,
    from: from ? start(from) : null,
    to: to ? start(to, 1) : null,
  };
}

export async function listTransactions(context: Needed, call: Call<typeof endpoints.listTransactions>) {
  const { cursor, limit = 30 } = call.query;
  const filter = filterOf(context, call);
  const [found, sums] = await Promise.all([
    listMovements(context.db, filter, { before: cursor ?? null, limit: limit + 1 }),
    cursor ? null : sumMovements(context.db, filter),
  ]);
  const shown = found.slice(0, limit);
  return {
    data: shown.map(({ at, counts_from, ...movement }) => ({
      ...movement,
      at: at.toISOString(),
      counts_from: counts_from.toISOString(),
    })),
    next_cursor: found.length > limit ? shown.at(-1)!.id : null,
    sums,
  };
}

const PAGE = 500;

export async function transactionsCsv(context: Needed, call: Call<typeof endpoints.transactionsCsv>) {
  const filter = filterOf(context, call);
  const { language } = call;
  const head = ['at', 'role', 'kind', 'order', 'pack', 'amount'].map((name) =>
    translate(`ledger.csv.${name}`, language),
  );
  async function* rows() {
    for (let before: string | null = null; ; ) {
      const page = await listMovements(context.db, filter, { before, limit: PAGE });
      for (const { at, role, kind, order_id, text, amount_cents } of page) {
        yield [
          at.toISOString(),
          translate(`ledger.role.${role}`, language),
          translate(`ledger.kind.${kind}`, language),
          order_id,
          text,
          { cents: amount_cents },
        ];
      }
      if (page.length < PAGE) return;
      before = page.at(-1)!.id;
    }
  }
  return { name: 'wopack-transactions.csv', content: csvOf(head, rows()) };
}
