import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError, getBlankError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import { lockUser } from '../identity.queries.ts';
import {
  getRetentionEnd,
  getTaxErrors,
  parseTaxIdentity,
  parseVatNumber,
  type TaxBody,
} from '../identity.rules.ts';
import { findBusiness, retainOrDeleteBusiness, upsertBusiness } from './business.queries.ts';

type StoredBusiness = NonNullable<Awaited<ReturnType<typeof findBusiness>>>;

/** Fields that do not apply, or were never entered, are left out. */
const buildBusinessView = ({ legal_name, address, country, vat_number, ...tax }: StoredBusiness) => ({
  ...{ legal_name, address, country, vat_number },
  ...(Object.fromEntries(Object.entries(tax).filter(([, value]) => value !== null)) as {
    kind?: 'person';
    tax_country?: 'PT';
  }),
});

export async function getBusiness({ db }: Context, { actor }: Call<typeof endpoints.getBusiness>) {
  const business = await findBusiness(db, actor.id);
  return { data: business ? buildBusinessView(business) : null };
}

export const validateBusiness = (
  { body }: PartiallyValidCall<typeof endpoints.updateBusiness>,
  now: Date,
) => {
  const { legal_name, address, country, vat_number } = body;
  const isValidVatNumber =
    country === undefined || vat_number === undefined || parseVatNumber(country, vat_number);
  return {
    legal_name: getBlankError(legal_name),
    address: getBlankError(address),
    vat_number: !isValidVatNumber && 'identity.vatNumber',
    ...getTaxErrors(body, now),
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
  return db.transaction().execute(async (trx) => {
    // A concurrent account deletion must not leave new data behind.
    if (!(await lockUser(trx, actor.id))) throw new AppError('notSignedIn');
    await upsertBusiness(trx, actor.id, {
      ...business,
      updated_at: clock.now(),
      tax: body.kind ? parseTaxIdentity(body as TaxBody) : null,
    });
    return { data: buildBusinessView((await findBusiness(trx, actor.id))!) };
  });
}

/** The tax identity stays locked for the legal retention: statements of those years refer to it. */
export const businessPersonalData: PersonalDataHandler = {
  async export(db, userId) {
    const business = await findBusiness(db, userId);
    return { business: business ? buildBusinessView(business) : null };
  },
  async erase(trx, userId, now) {
    await retainOrDeleteBusiness(trx, userId, getRetentionEnd(now));
    return [];
  },
};
