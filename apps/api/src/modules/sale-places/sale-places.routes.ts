import { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { wholeBusiness } from '../../platform/db/business-scope.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { endCountersOfSalePlace, recordActivity } from '../businesses/index.ts';
import { uploadEvidence } from '../uploads/index.ts';
import {
  answerPlaceClaim,
  claimSalePlace,
  findLookAlikes,
  listMyPlaceClaims,
  validateClaim,
  validateClaimAnswer,
} from './place-claims.ts';
import { createPosterPdfs } from './poster/posters.ts';
import {
  findMySalePlace,
  findSeller,
  listMySalePlaces,
  listSalePlaceTypes,
  lockMySalePlace,
  type SalePlace,
  setSalePlace,
} from './sale-places.queries.ts';
import { chooseDescription, meanRating, translateTypes } from './sale-places.rules.ts';
import { type SalePlaceHooks, saveSalePlace, validateSalePlace } from './save-sale-place.ts';

export function salePlaceRoutes(context: Context, { route, fileRoute }: Http, hooks: SalePlaceHooks): void {
  const { db } = context;
  route(endpoints.listSalePlaceTypes, async ({ language }) => {
    const types = await listSalePlaceTypes(db);
    return {
      data: translateTypes(
        types.map(({ id }) => id),
        types,
        language,
      ),
    };
  });
  route(endpoints.saveSalePlace, (call) => saveSalePlace(context, call, hooks), {
    validate: (call) => validateSalePlace(context, call),
  });
  route(endpoints.findLookAlikes, (call) => findLookAlikes(context, call));
  route(endpoints.claimSalePlace, (call) => claimSalePlace(context, call), {
    validate: (call) => validateClaim(context, call),
  });
  route(endpoints.uploadClaimPhoto, (call) => uploadEvidence(context, call));
  route(endpoints.listMyPlaceClaims, (call) => listMyPlaceClaims(context, call));
  route(endpoints.answerPlaceClaim, (call) => answerPlaceClaim(context, call), {
    validate: validateClaimAnswer,
  });
  fileRoute(endpoints.exportPosterPdf, createPosterPdfs(context));
  route(endpoints.pauseSalePlace, (call) => pauseSalePlace(context, call, hooks));
  route(endpoints.deleteSalePlace, (call) => deleteSalePlace(context, call, hooks));
  route(endpoints.getSeller, (call, db) => getSeller({ ...context, db }, call));
  route(endpoints.listMySalePlaces, async ({ actor, language }) => {
    const types = await listSalePlaceTypes(db);
    return {
      data: (await listMySalePlaces(db, actor.member)).map((salePlace) =>
        buildSalePlaceView(salePlace, types, language),
      ),
    };
  });
  route(endpoints.getMySalePlace, async ({ actor, params, language }) => {
    const salePlace = await findMySalePlace(db, actor.member, params.id);
    if (!salePlace) throw new AppError('notFound');
    return { data: buildSalePlaceView(salePlace, await listSalePlaceTypes(db), language) };
  });
}

type Types = Awaited<ReturnType<typeof listSalePlaceTypes>>;

const buildSalePlaceView = (salePlace: SalePlace, types: Types, language: Language) => ({
  ...salePlace,
  isHandWriteAddress: salePlace.has_manual_address,
  categories: translateTypes(salePlace.type_ids, types, language),
  rating: meanRating(salePlace.rating_sum, salePlace.rating_count),
});

async function deleteSalePlace(
  { db, clock }: Context,
  { actor, params: { id } }: Call<typeof endpoints.deleteSalePlace>,
  { onRemoving }: SalePlaceHooks,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await lockMySalePlace(trx, actor.member, id, 'alone'))) throw new AppError('notFound');
    await onRemoving(trx, id, now);
    await setSalePlace(trx, id, { removed_at: now });
    await endCountersOfSalePlace(trx, id, now);
    await recordActivity(trx, actor, { kind: 'sale_place_removed', salePlaceId: id, now });
  });
  return { data: { id } };
}

async function pauseSalePlace(
  { db, clock }: Context,
  { actor, params: { id }, body: { paused } }: Call<typeof endpoints.pauseSalePlace>,
  hooks: SalePlaceHooks,
) {
  await db.transaction().execute(async (trx) => {
    const salePlace = await lockMySalePlace(trx, actor.member, id, 'alone');
    if (!salePlace) throw new AppError('notFound');
    if (salePlace.paused === paused) return;
    await setSalePlace(trx, id, { paused });
    await recordActivity(trx, actor, {
      kind: paused ? 'sale_place_paused' : 'sale_place_resumed',
      salePlaceId: id,
      now: clock.now(),
    });
    await hooks.onPaused(trx, { id, isPaused: paused }, clock.now());
  });
  return { data: { id, paused } };
}

/**
 * Public profile of a seller: business and sale places. A seller without sale places is reported as
 * missing.
 */
export async function getSeller({ db }: Context, { params, language }: Call<typeof endpoints.getSeller>) {
  const [seller, allSalePlaces, types] = await Promise.all([
    findSeller(db, params.id),
    listMySalePlaces(db, wholeBusiness(params.id)),
    listSalePlaceTypes(db),
  ]);
  const salePlaces = allSalePlaces.filter((salePlace) => salePlace.hidden_at === null);
  const firstSalePlace = salePlaces[0];
  if (!seller || !firstSalePlace) throw new AppError('notFound');
  const stars = salePlaces.reduce((sum, salePlace) => sum + salePlace.rating_sum, 0);
  const count = salePlaces.reduce((sum, salePlace) => sum + salePlace.rating_count, 0);
  return {
    data: {
      id: seller.id,
      name: seller.legal_name ?? firstSalePlace.name,
      since: seller.created_at.toISOString(),
      rating: meanRating(stars, count),
      rating_count: count,
      places: salePlaces.map((salePlace) => ({
        id: salePlace.id,
        name: salePlace.name,
        ...chooseDescription(salePlace, language),
        address: salePlace.address,
        latitude: salePlace.latitude,
        longitude: salePlace.longitude,
        logo: salePlace.logo,
        paused: salePlace.paused,
        categories: translateTypes(salePlace.type_ids, types, language),
        rating: meanRating(salePlace.rating_sum, salePlace.rating_count),
        rating_count: salePlace.rating_count,
      })),
    },
  };
}
