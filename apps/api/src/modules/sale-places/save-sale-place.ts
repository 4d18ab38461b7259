import type { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findTimeZone } from '../../platform/find-time-zone.ts';
import { AppError, getBlankError, parseId } from '../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { recordActivity } from '../businesses/index.ts';
import { assertWithinUnprovedQuota } from '../identity/index.ts';
import { recordLookAlikes } from './look-alikes.ts';
import {
  countSalePlaces,
  insertSalePlace,
  listSalePlaceTypes,
  lockMySalePlace,
  updateSalePlace,
} from './sale-places.queries.ts';
import { categoryError, parseCategoryIds } from './sale-places.rules.ts';

const isUnknownTimeZone = (zone: string | undefined): boolean =>
  zone !== undefined && !Intl.supportedValuesOf('timeZone').includes(zone);

export const validateSalePlace = async (
  { db }: Context,
  { body }: PartiallyValidCall<typeof endpoints.saveSalePlace>,
) => ({
  name: getBlankError(body.name),
  time_zone: isUnknownTimeZone(body.time_zone) && 'salePlaces.unknownTimeZone',
  address: getBlankError(body.address),
  categories: categoryError(body.categories, await listSalePlaceTypes(db)),
});

export async function saveSalePlace(
  { db, clock, jobs }: Context,
  { actor, body }: Call<typeof endpoints.saveSalePlace>,
  { onChanged }: SalePlaceHooks,
) {
  const values = {
    name: body.name.trim(),
    ...(body.description !== undefined && { description: body.description.trim() }),
    ...(body.language !== undefined && { language: body.language }),
    ...(body.descriptions !== undefined && { descriptions: JSON.stringify(trimTexts(body.descriptions)) }),
    phone: body.phone.trim(),
    address: body.address.trim(),
    latitude: body.latitude,
    longitude: body.longitude,
    time_zone: body.time_zone ?? (await findTimeZone(body)),
    has_manual_address: body.isHandWriteAddress,
    type_ids: parseCategoryIds(body.categories),
  };
  const { businessId, salePlaceIds } = actor.member;
  if (body.id === undefined) {
    // Who has chosen sale places would not have the new one.
    if (salePlaceIds !== null) throw new AppError('notAllowed');
    return db.transaction().execute(async (trx) => {
      await assertWithinUnprovedQuota(trx, businessId, 'salePlaces', () => countSalePlaces(trx, businessId));
      const { id } = await insertSalePlace(trx, businessId, values, clock.now());
      await recordActivity(trx, actor, { kind: 'sale_place_added', salePlaceId: id, now: clock.now() });
      await recordLookAlikes({ clock, jobs }, trx, { ...values, id, seller_id: businessId });
      return { data: { id } };
    });
  }
  const id = parseId(body.id);
  await db.transaction().execute(async (trx) => {
    const previous = await lockMySalePlace(trx, actor.member, id, 'alone');
    if (!previous) throw new AppError('notFound');
    await updateSalePlace(trx, id, values);
    await recordActivity(trx, actor, { kind: 'sale_place_changed', salePlaceId: id, now: clock.now() });
    const isElsewhere = previous.latitude !== values.latitude || previous.longitude !== values.longitude;
    // A place that is registered under another name, or elsewhere, and then changed is compared again.
    if (isElsewhere || previous.name !== values.name)
      await recordLookAlikes({ clock, jobs }, trx, { ...values, id, seller_id: businessId });
    await onChanged(trx, { id, hasNewTimeZone: previous.time_zone !== values.time_zone }, clock.now());
  });
  return { data: { id } };
}

/** Without empty ones. */
const trimTexts = (texts: Partial<Record<Language, string>>) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) => (text.trim() ? [[language, text.trim()]] : [])),
  );

/** Called in the transaction that changes a sale place, so that dependent rows change with it. */
export interface SalePlaceHooks {
  /** Name or position changed: denormalised copies have to be updated. */
  onChanged(trx: Trx, salePlace: { id: number; hasNewTimeZone: boolean }, now: Date): Promise<void>;
  /** Paused or resumed. */
  onPaused(trx: Trx, salePlace: { id: number; isPaused: boolean }, now: Date): Promise<void>;
  /** Removed for good; throws to refuse. */
  onRemoving(trx: Trx, id: number, now: Date): Promise<void>;
}
