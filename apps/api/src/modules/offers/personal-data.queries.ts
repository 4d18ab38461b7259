import type { PersonalDataHandler } from '../../platform/personal-data.ts';

export const favouritePersonalData: PersonalDataHandler = {
  async export(db, userId) {
    const rows = await db
      .selectFrom('favourites')
      .innerJoin('products', 'products.id', 'favourites.product_id')
      .select(['products.id', 'products.name', 'favourites.created_at'])
      .where('favourites.user_id', '=', userId)
      .orderBy('favourites.created_at')
      .execute();
    return {
      favourites: rows.map(({ created_at, ...product }) => ({
        product,
        created_at: created_at.toISOString(),
      })),
    };
  },
  async unpublish(trx, userId) {
    await trx.deleteFrom('favourites').where('user_id', '=', userId).execute();
  },
};
