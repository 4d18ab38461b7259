import type { endpoints } from '@wopack/contract';
import { DAY_MS, type Position, resolvePosition } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { findNamedCity } from '../../geo/index.ts';
import { lockUser } from '../../identity/index.ts';
import { findDelivery } from '../../notifications/index.ts';
import { getCachedProductTypes } from '../../products/index.ts';
import { translateTypes } from '../../sale-places/index.ts';
import { buildLastingQuery } from '../offer-filters.ts';
import { listSavedSearches, saveSearch } from './saved-searches.queries.ts';

const MAX_SEARCHES_PER_USER = 10;
export const SAVED_SEARCH_DAYS = 90;

export async function validateSearchToSave(
  { db }: Pick<Context, 'db'>,
  { body, actor }: PartiallyValidCall<typeof endpoints.saveSearch>,
) {
  const { text = '', type_id: typeId, latitude, longitude } = body;
  const isType = typeId !== undefined && (await getCachedProductTypes(db)).some(({ id }) => id === typeId);
  const hasWords = buildLastingQuery(text) !== null;
  return {
    text: text.trim() ? !hasWords && 'offers.nothingToLookFor' : typeId === undefined && 'field.required',
    type_id: typeId !== undefined && !isType && 'field.choice',
    latitude: resolvePosition({ latitude, longitude }, actor) === null && 'field.required',
  };
}

export async function createSavedSearch(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { body, actor }: Call<typeof endpoints.saveSearch>,
) {
  const text = (body.text ?? '').trim().replace(/\s+/g, ' ');
  const food = {
    diets: [...new Set(body.diets)],
    freeOf: [...new Set(body.free_of)],
    hasUnnamed: body.unnamed ?? false,
  };
  const search = {
    userId: actor.id,
    text,
    typeId: body.type_id ?? null,
    query: buildLastingQuery(text, food),
    food,
    position: roundPosition(resolvePosition(body, actor)!),
    now: clock.now(),
  };
  const id = await db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, actor.id))) throw new AppError('notSignedIn');
    return saveSearch(trx, search, MAX_SEARCHES_PER_USER);
  });
  if (id === undefined)
    throw new AppError('conflict', {
      message: 'offers.tooManySearches',
      values: { max: MAX_SEARCHES_PER_USER },
    });
  return { data: { id } };
}

/** To about a kilometre: more is not needed to know what is near. */
const roundPosition = ({ latitude, longitude }: Position): Position => ({
  latitude: Math.round(latitude * 100) / 100,
  longitude: Math.round(longitude * 100) / 100,
});

export async function getSavedSearches(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, language }: Call<typeof endpoints.listSavedSearches>,
) {
  const [searches, delivery, types] = await Promise.all([
    listSavedSearches(db, actor.id),
    findDelivery(db, actor.id, clock.now()),
    getCachedProductTypes(db),
  ]);
  return {
    data: await Promise.all(
      searches.map(
        async ({ id, text, type_id: typeId, created_at: createdAt, latitude, longitude, ...food }) => ({
          id,
          text,
          type: typeId === null ? null : (translateTypes([typeId], types, language)[0] ?? null),
          ...(food.diets.length > 0 && { diets: food.diets }),
          ...(food.avoided_allergens.length > 0 && { free_of: food.avoided_allergens }),
          ...(food.has_unnamed && { unnamed: true }),
          city: (await findNamedCity({ latitude, longitude }, language))?.name ?? null,
          created_at: createdAt.toISOString(),
          ends_at: new Date(createdAt.getTime() + SAVED_SEARCH_DAYS * DAY_MS).toISOString(),
        }),
      ),
    ),
    delivery,
  };
}
