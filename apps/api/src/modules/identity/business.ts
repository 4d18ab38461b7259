import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError, blankError } from '../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { lockUser } from './account.queries.ts';
import { findBusiness, storeBusiness } from './business.queries.ts';
import { vatNumber } from './vat-number.rules.ts';

export const showBusiness = async ({ db }: Context, { actor }: Call<typeof endpoints.showBusiness>) => ({
  data: (await findBusiness(db, actor.id)) ?? null,
});

export const validateBusiness = ({ body }: AcceptedCall<typeof endpoints.saveBusiness>) => {
  const { legal_name, address, country, vat_number } = body;
  const isKnown = country === undefined || vat_number === undefined || vatNumber(country, vat_number);
  return {
    legal_name: blankError(legal_name),
    address: blankError(address),
    vat_number: !isKnown && 'identity.vatNumber',
  };
};

export async function saveBusiness(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.saveBusiness>,
) {
  const { legal_name, address, country, vat_number } = body;
  const business = {
    legal_name: legal_name.trim(),
    address: address.trim(),
    country,
    vat_number: vatNumber(country, vat_number)!,
  };
  await db.transaction().execute(async (trx) => {
    // Somebody who is leaving at this moment leaves nothing new behind.
    if (!(await lockUser(trx, actor.id))) throw new AppError('notSignedIn');
    await storeBusiness(trx, actor.id, { ...business, updated_at: clock.now() });
  });
  return { data: business };
}
