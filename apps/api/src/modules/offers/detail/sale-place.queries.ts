import type { Db } from '../../../platform/db/database.ts';
import { reliabilityColumns } from '../offers.queries.ts';

/** A sale place that has published a product, of an active seller. */
export const findPublicSalePlace = (db: Db, id: number) =>
  db
    .selectFrom('sale_places as place')
    .innerJoin('users as seller', 'seller.id', 'place.seller_id')
    .innerJoin('businesses', 'businesses.id', 'place.seller_id')
    .leftJoin('legal_identities as business', 'business.user_id', 'seller.id')
    .select(['place.id', 'place.name', 'place.phone', 'place.address'])
    .select(['place.description', 'place.language', 'place.descriptions'])
    .select([
      'place.latitude',
      'place.longitude',
      'place.time_zone',
      'place.logo',
      'place.type_ids',
      'place.paused',
    ])
    .select(['place.rating_sum', 'place.rating_count', 'place.seller_id'])
    .select(reliabilityColumns)
    .select(['seller.name as seller_name', 'seller.surname as seller_surname'])
    .select(['business.legal_name', 'business.address as legal_address', 'business.country'])
    .select(['business.post_code', 'business.city'])
    .where('place.id', '=', id)
    .where('place.removed_at', 'is', null)
    .where('place.hidden_at', 'is', null)
    .where('businesses.is_selling', '=', true)
    .where('businesses.suspended_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('products')
          .select('products.id')
          .whereRef('products.sale_place_id', '=', 'place.id')
          .where('products.state', '!=', 'draft')
          .where('products.hidden_at', 'is', null),
      ),
    )
    .executeTakeFirst();

const MAX_PRODUCTS = 50;

/** Photos and schedules of what a sale place offers. */
export const listProductsOnOffer = (db: Db, salePlaceId: number) =>
  db
    .selectFrom('products')
    .select(['photos', 'schedule'])
    .where('sale_place_id', '=', salePlaceId)
    .where('state', '=', 'active')
    .where('hidden_at', 'is', null)
    .orderBy('id')
    .limit(MAX_PRODUCTS)
    .execute();
