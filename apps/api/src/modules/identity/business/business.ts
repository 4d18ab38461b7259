import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError, getBlankError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { lockUser } from '../account/account.queries.ts';
import { findBusiness, upsertBusiness } from './business.queries.ts';
import { parseVatNumber } from './vat-number.rules.ts';

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
