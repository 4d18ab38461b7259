import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError, getBlankError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import { findBusiness, lockUser, retainOrDeleteBusiness, upsertBusiness } from '../identity.queries.ts';
import { getRetentionEnd, parseVatNumber } from '../identity.rules.ts';

export const getBusiness = async ({ db }: Context, { actor }: Call<typeof endpoints.getBusiness>) => ({
  data: (await findBusiness(db, actor.id)) ?? null,
});

export const validateBusiness = ({ body }: PartiallyValidCall<typeof endpoints.updateBusiness>) => {
  const { legal_name, address, country, vat_number } = body;
  const isValidVatNumber =
    country === undefined || vat_number === undefined || parseVatNumber(country, vat_number);
  return {
    legal_name: getBlankError(legal_name),
    address: getBlankError(address),
    vat_number: !isValidVatNumber && 'identity.vatNumber',
  };
};

export async function updateBusiness(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.updateBusiness>,
) {
  const { legal_name, address, country, vat_number } = body;
  const business = {
    legal_name: legal_name.trim(),
    address: address.trim(),
    country,
    vat_number: parseVatNumber(country, vat_number)!,
  };
  await db.transaction().execute(async (trx) => {
    // A concurrent account deletion must not leave new data behind.
    if (!(await lockUser(trx, actor.id))) throw new AppError('notSignedIn');
    await upsertBusiness(trx, actor.id, { ...business, updated_at: clock.now() });
  });
  return { data: business };
}

/** The tax identity stays locked for the legal retention: statements of those years refer to it. */
export const businessPersonalData: PersonalDataHandler = {
  export: async (db, userId) => ({ business: (await findBusiness(db, userId)) ?? null }),
  async erase(trx, userId, now) {
    await retainOrDeleteBusiness(trx, userId, getRetentionEnd(now));
    return [];
  },
};
