import { DAY_MS, formatCents, getMonday, listShownParts, localDate, WEEK_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { readBatches } from '../../../platform/db/batches.ts';
import { runForEachRow } from '../../../platform/jobs.ts';
import { notifySellers } from '../../notifications/index.ts';
import {
  endProposal,
  insertProposal,
  listAnswers,
  listProductsToJudge,
  lockJudgedProduct,
} from './seller-value.queries.ts';
import { findLowWeeks, getLowOfTen, lowerValue, WEEKS_LOOKED_AT } from './value.rules.ts';

/** Answers come up to 14 days after the pickup. */
const LOOKED_AT_MS = (WEEKS_LOOKED_AT + 2) * WEEK_MS;
const BATCH_SIZE = 100;

/** Once a day: proposes a lower value where three weeks in a row were low, and ends proposals that have no reason any more. */
export async function proposeValues(context: Context): Promise<void> {
  const since = new Date(context.clock.now().getTime() - LOOKED_AT_MS);
  const batches = readBatches(
    (last: number | null, limit) => listProductsToJudge(context.db, { since, after: last ?? 0, limit }),
    BATCH_SIZE,
  );
  await runForEachRow(batches, (id) => judgeProduct(context, id));
}

async function judgeProduct(context: Context, productId: number): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction().execute(async (trx) => {
    const product = await lockJudgedProduct(trx, productId);
    if (!product) return;
    const { proposal, old_price_cents: valueCents, price_cents: priceCents } = product;
    const isChanged = proposal !== undefined && proposal.from_cents !== valueCents;
    if (isChanged || (proposal && product.state === 'removed'))
      await endProposal(trx, proposal.id, { outcome: 'changed', now });
    const thisWeek = getMonday(localDate(now, product.time_zone).toString());
    // What the seller's page shows: a proposal must not tell of an answer before its week does.
    const weeks = listShownParts(await listAnswers(trx, { productId }), now, ({ week }) => week);
    const answers = [...weeks.values()].flat().map((row) => ({ ...row, promisedCents: row.promised_cents }));
    const low = findLowWeeks(answers, { valueCents, thisWeek });
    if (proposal && !isChanged) {
      if (!low) await endProposal(trx, proposal.id, { outcome: 'recovered', now });
      return;
    }
    const toCents = lowerValue(valueCents, priceCents);
    if (!low || toCents === null || product.state === 'removed') return;
    await insertProposal(trx, {
      product_id: productId,
      from_cents: valueCents,
      to_cents: toCents,
      answers: low.answers,
      less: low.less,
      made_at: now,
    });
    await notifySellers(context, trx, [
      {
        businessId: product.seller_id,
        salePlaceId: product.sale_place_id,
        // Whoever is told of problems.
        types: ['report'],
        templates: { report: 'valueProposed' },
        values: (language) => ({
          name: product.name,
          place: product.place_name,
          from: formatCents(valueCents, language),
          to: formatCents(toCents, language),
          got: getLowOfTen(low),
        }),
        url: '/seller/sale#value',
        tag: `value-${productId}`,
        until: new Date(now.getTime() + WEEK_MS),
        timeZone: product.time_zone,
        // It stands on the page of sales as well; nobody is told twice.
        deadline: new Date(now.getTime() - DAY_MS),
      },
    ]);
  });
}
