import { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/rules';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import { reading } from '../../platform/http/reading.ts';
import { namedTypes } from './named-types.ts';
import { pauseSalePlace } from './pause-sale-place.ts';
import type { PlaceHooks } from './place-hooks.ts';
import { rating } from './rating.ts';
import { removeSalePlace } from './remove-sale-place.ts';
import { allTypes, findMine, listMine, type SalePlace } from './sale-places.queries.ts';
import { saveSalePlace, validateSalePlace } from './save-sale-place.ts';
import { showSeller } from './show-seller.ts';

export function salePlaceRoutes(context: Context, { route }: Http, hooks: PlaceHooks): void {
  const { db } = context;
  route(endpoints.salePlaceTypes, async ({ language }) => {
    const types = await allTypes(db);
    return {
      data: namedTypes(
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
  route(endpoints.removeSalePlace, (call) => removeSalePlace(context, call, hooks));
  route(endpoints.showSeller, reading(context, showSeller));
  route(endpoints.mySalePlaces, async ({ actor, language }) => {
    const types = await allTypes(db);
    return { data: (await listMine(db, actor.id)).map((place) => view(place, types, language)) };
  });
  route(endpoints.mySalePlace, async ({ actor, params, language }) => {
    const place = await findMine(db, actor.id, params.id);
    if (!place) throw new AppError('notFound');
    return { data: view(place, await allTypes(db), language) };
  });
}

type Types = Awaited<ReturnType<typeof allTypes>>;

const view = (place: SalePlace, types: Types, language: Language) => ({
  ...place,
  isHandWriteAddress: place.is_hand_write_address,
  categories: namedTypes(place.category_ids, types, language),
  rating: rating(place.rating_sum, place.rating_count),
});
