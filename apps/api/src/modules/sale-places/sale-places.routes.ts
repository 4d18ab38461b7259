import { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { routeRead } from '../../platform/http/route-read.ts';
import { deleteSalePlace } from './delete-sale-place.ts';
import { getSeller } from './get-seller.ts';
import { pauseSalePlace } from './pause-sale-place.ts';
import { meanRating } from './rating.ts';
import type { SalePlaceHooks } from './sale-place-hooks.ts';
import {
  findMySalePlace,
  listMySalePlaces,
  listSalePlaceTypes,
  type SalePlace,
} from './sale-places.queries.ts';
import { saveSalePlace, validateSalePlace } from './save-sale-place.ts';
import { translateTypes } from './translate-types.ts';

export function salePlaceRoutes(context: Context, { route }: Http, hooks: SalePlaceHooks): void {
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
  route(endpoints.pauseSalePlace, (call) => pauseSalePlace(context, call, hooks));
  route(endpoints.deleteSalePlace, (call) => deleteSalePlace(context, call, hooks));
  route(endpoints.getSeller, routeRead(context, getSeller));
  route(endpoints.listMySalePlaces, async ({ actor, language }) => {
    const types = await listSalePlaceTypes(db);
    return {
      data: (await listMySalePlaces(db, actor.id)).map((salePlace) =>
        buildSalePlaceView(salePlace, types, language),
      ),
    };
  });
  route(endpoints.getMySalePlace, async ({ actor, params, language }) => {
    const salePlace = await findMySalePlace(db, actor.id, params.id);
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
