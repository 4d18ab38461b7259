import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError, invalid } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { lockUser } from './account.queries.ts';
import { findBusiness, storeBusiness } from './business.queries.ts';
import { vatNumber } from './vat-number.rules.ts';

export const showBusiness = async ({ db }: Context, { actor }: Call<typeof endpoints.showBusiness>) => ({
  data: (await findBusiness(db, actor.id)) ?? null,
});

export async function saveBusiness(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.saveBusiness>,
) {
  const legalName = body.legal_name.trim();
  const address = body.address.trim();
  if (!legalName) throw invalid('legal_name', 'field.required');
  if (!address) throw invalid('address', 'field.required');
  const vat = vatNumber(body.country, body.vat_number);
  if (!vat) throw invalid('vat_number', 'identity.vatNumber');
  const business = { legal_name: legalName, address, country: body.country, vat_number: vat };
  await db.transaction().execute(async (trx) => {
    // Somebody who is leaving at this moment leaves nothing new behind.
    if (!(await lockUser(trx, actor.id))) throw new AppError('notSignedIn');
    await storeBusiness(trx, actor.id, { ...business, updated_at: clock.now() });
  });
  return { data: business };
}
