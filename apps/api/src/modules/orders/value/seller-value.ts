import type { endpoints } from '@wopack/contract';
import {
  CHANGED_TOGETHER,
  countByAnswer,
  joinShownAnswers,
  listShownAnswers,
  listShownParts,
  roundPromised,
  VALUE_DAYS,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { scheduleRemovePhoto } from '../../media/index.ts';
import { changeValue } from '../../products/index.ts';
import { buildReliabilityView, narrowScope } from '../../sale-places/index.ts';
import {
  endProposal,
  findMyProposal,
  listAnswers,
  listReliability,
  listValuedProducts,
  listValuePhotos,
  lockValuePhoto,
  removePhoto,
  setPinned,
} from './seller-value.queries.ts';
import { getLowOfTen } from './value.rules.ts';

type Query = Call<typeof endpoints.getSellerValue>;

/**
 * Who answered what is nobody's business: packs have the counts of their offers, which change by five people at once, and
 * weeks and people who handed out are parts of what a pack shows, without counts that could be taken off each other.
 */
export async function getSellerValue(
  { db, clock }: Context,
  { actor, query }: Pick<Query, 'actor' | 'query'>,
) {
  const { scope } = await narrowScope(db, actor.member, query);
  const chosen =
    query.sale_place_id === undefined ? scope : { ...scope, salePlaceIds: [query.sale_place_id] };
  const now = clock.now();
  const [products, answers, salePlaces, photos] = await Promise.all([
    listValuedProducts(db, chosen),
    listAnswers(db, chosen),
    listReliability(db, chosen),
    listValuePhotos(db, chosen),
  ]);
  const byProduct = Map.groupBy(answers, ({ product_id }) => product_id);
  const names = new Map(
    answers.map(({ handed_out_by, handed_out_name }) => [handed_out_by, handed_out_name]),
  );
  const byPerson = Map.groupBy(
    [...byProduct.values()].flatMap((rows) => [
      ...listShownParts(rows, now, ({ handed_out_by }) => handed_out_by),
    ]),
    ([person]) => person,
  );
  return {
    data: {
      days: VALUE_DAYS,
      packs: products.map((row) => {
        const rows = byProduct.get(row.id) ?? [];
        const shown = listShownAnswers(rows, now);
        return {
          product: { id: row.id, name: row.name },
          sale_place: { id: row.sale_place_id, name: row.place_name },
          value_cents: row.old_price_cents,
          counts: shown.length < CHANGED_TOGETHER ? null : countByAnswer(shown),
          weeks: [...listShownParts(rows, now, ({ week }) => week)]
            .map(([week, answered]) => ({ week, of_ten: roundPromised(countByAnswer(answered)) }))
            .toSorted((a, b) => a.week.localeCompare(b.week)),
          proposal:
            row.proposal_id === null
              ? null
              : {
                  id: row.proposal_id,
                  from_cents: row.from_cents!,
                  to_cents: row.to_cents!,
                  of_ten: getLowOfTen({ answers: row.answers!, less: row.less! }),
                  made_at: row.made_at!.toISOString(),
                },
        };
      }),
      people: [...byPerson]
        .map(([person, parts]) => ({
          name: names.get(person)!,
          of_ten: roundPromised(countByAnswer(joinShownAnswers(parts.map(([, answered]) => answered)))),
        }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
      sale_places: salePlaces.map(({ id, name, ...row }) => ({
        id,
        name,
        reliability: buildReliabilityView(row),
      })),
      photos: photos.map(({ product_id, product_name, ...photo }) => ({
        ...photo,
        product: { id: product_id, name: product_name },
      })),
    },
  };
}

/** Lowers the value of a product to what is proposed, by one press. A proposal that was accepted stays so. */
export async function acceptValueProposal(
  context: Context,
  { actor, params: { id } }: Call<typeof endpoints.acceptValueProposal>,
) {
  const { db, clock } = context;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const proposal = await findMyProposal(trx, actor.member, id);
    if (!proposal) throw new AppError('notFound');
    if (proposal.outcome === 'accepted') return;
    const { product_id: productId, from_cents: fromCents, to_cents: toCents } = proposal;
    const isChanged =
      proposal.ended_at === null && (await changeValue(trx, actor, { productId, fromCents, toCents, now }));
    if (!isChanged) {
      // Another press may have accepted it while this one waited for the product.
      if ((await findMyProposal(trx, actor.member, id))?.outcome === 'accepted') return;
      throw new AppError('conflict', { message: 'orders.valueChanged' });
    }
    await endProposal(trx, id, { outcome: 'accepted', now });
  });
  return getSellerValue(context, { actor, query: {} });
}

/** Shows a photo as an example, takes it back, or removes it for good. */
export async function changeValuePhoto(
  context: Context,
  { actor, body: { path, action } }: Call<typeof endpoints.changeValuePhoto>,
) {
  const { db, clock, jobs } = context;
  await db.transaction().execute(async (trx) => {
    const row = await lockValuePhoto(trx, actor.member, path);
    if (!row) throw new AppError('notFound');
    if (action === 'remove') {
      await removePhoto(trx, row.order_id);
      await scheduleRemovePhoto(jobs, trx, row.photo);
      return;
    }
    if (action === 'show' && (!row.may_be_shown || row.hidden_at !== null))
      throw new AppError('conflict', { message: 'orders.photoNotAllowed' });
    await setPinned(trx, row.order_id, action === 'show' ? clock.now() : null);
  });
  return getSellerValue(context, { actor, query: {} });
}
