import type { endpoints } from '@wopack/contract';
import { findLanguage, splitPostalAddress } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, getBlankError } from '../../../platform/http/app-error.ts';
import { chooseChangedPayee, choosePayee, type Payee } from '../../../platform/http/payee.ts';
import { type Actor, type Call, type PartiallyValidCall, SUCCESS } from '../../../platform/http/route.ts';
import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import { findUnwritableError } from '../../../platform/plain-letters.ts';
import { translateCity } from '../../geo/index.ts';
import { getUser, isOwnerOfBusiness, type UserUpdate, updateUser } from '../identity.queries.ts';
import {
  findKindError,
  findVatNumberError,
  getRetentionEnd,
  getTaxErrors,
  parseTaxIdentity,
  parseVatNumber,
  type TaxBody,
} from '../identity.rules.ts';
import { acceptVersionsInForce, hasLegalTextChanges } from '../legal-texts/legal-texts.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { lockPayee, lockSession } from '../sessions/end-sessions.ts';
import { reauthenticate } from './credentials.ts';
import {
  deleteFormerIdentityWithoutEarnings,
  findFormerIdentityForExport,
} from './former-identity.queries.ts';
import {
  findLegalIdentity,
  retainOrDeleteLegalIdentity,
  type TaxIdentity,
  upsertLegalIdentity,
} from './legal-identity.queries.ts';

export async function getMe({ db, clock }: Context, { actor, request }: Call<typeof endpoints.getMe>) {
  const user = await getUser(db, actor.id);
  const { city, latitude, longitude } = user;
  // Whoever names no language gets back what was saved.
  const language = findLanguage(request.headers['accept-language']);
  const hasPosition = latitude !== null && longitude !== null;
  return {
    data: {
      id: user.id,
      name: user.name,
      sname: user.surname,
      email: user.email,
      email_verified: user.email_verified_at !== null,
      has_password: user.has_password,
      phone: user.phone,
      city: language && hasPosition ? await translateCity({ city, latitude, longitude }, language) : city,
      latitude,
      longitude,
      avatar_path: user.avatar_path,
      is_partner: user.is_partner,
      is_owner: user.is_seller || (await isOwnerOfBusiness(db, actor.id)),
      food: { diets: user.diets, free_of: user.avoided_allergens },
      ...(actor.hasHandedOver && { has_handed_over: true }),
      has_legal_text_changes: await hasLegalTextChanges(db, actor, clock.now()),
      business: actor.member && { id: actor.member.businessId, role: actor.member.role },
    },
  };
}

export const validateProfile = ({ body }: PartiallyValidCall<typeof endpoints.updateProfile>) => ({
  name: getBlankError(body.name),
});

export async function updateProfile(context: Context, { actor, body }: Call<typeof endpoints.updateProfile>) {
  const { name, sname, phone } = body;
  return updateOwnAccount(context, actor, { name: name.trim(), surname: sname.trim(), phone: phone.trim() });
}

export const validateCity = ({ body }: PartiallyValidCall<typeof endpoints.updateCity>) => ({
  city: getBlankError(body.city),
});

export async function updateCity(context: Context, { actor, body }: Call<typeof endpoints.updateCity>) {
  const { city, latitude, longitude } = body;
  return updateOwnAccount(context, actor, { city: city.trim(), latitude, longitude });
}

export async function updateFood({ db }: Context, { actor, body }: Call<typeof endpoints.updateFood>) {
  await db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    await updateUser(trx, actor.id, {
      diets: [...new Set(body.diets)],
      avoided_allergens: [...new Set(body.free_of)],
    });
  });
  return SUCCESS;
}

/** Begins or ends the user's part as an owner of businesses. Returns whether that changed anything. */
export type SwitchSelling = (trx: Trx, actor: Actor, isSelling: boolean) => Promise<boolean>;

export async function updateSellerRole(
  context: Context,
  { actor, body, request }: Call<typeof endpoints.updateSellerRole>,
  switchSelling: SwitchSelling,
) {
  await context.db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    if (await switchSelling(trx, actor, body.is_owner))
      await recordSecurityEvent(context, trx, { kind: 'role_changed', userId: actor.id, request });
  });
  return { data: { id: actor.id } };
}

export async function updatePartnerRole(
  context: Context,
  { actor, body, request }: Call<typeof endpoints.updatePartnerRole>,
) {
  await context.db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    // A partner is paid by the details that are the business's now.
    if (body.is_partner && actor.hasHandedOver)
      throw new AppError('conflict', { message: 'identity.handedOver' });
    await updateUser(trx, actor.id, { is_partner: body.is_partner });
    if (body.is_partner)
      await acceptVersionsInForce(trx, { userId: actor.id, isPartner: true, now: context.clock.now() });
    if (actor.isPartner !== body.is_partner)
      await recordSecurityEvent(context, trx, { kind: 'role_changed', userId: actor.id, request });
  });
  return { data: { id: actor.id } };
}

export async function updateOwnAccount({ db }: Context, actor: Actor, change: UserUpdate) {
  await db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    await updateUser(trx, actor.id, change);
  });
  return { data: { id: actor.id } };
}

type StoredBusiness = NonNullable<Awaited<ReturnType<typeof findLegalIdentity>>>;

/** Fields that do not apply, or were never entered, are left out. */
const buildBusinessView = ({ legal_name, address, country, vat_number, ...tax }: StoredBusiness) => ({
  legal_name,
  address,
  country,
  vat_number,
  ...(Object.fromEntries(Object.entries(tax).filter(([, value]) => value !== null)) as {
    kind?: 'person';
    tax_country?: 'PT';
  }),
});

export async function getBusiness({ db }: Context, { actor, query }: Call<typeof endpoints.getBusiness>) {
  const { userId, roles } = choosePayee(actor, query.business_id, 'money.view');
  const business = roles.includes('seller') ? await findLegalIdentity(db, userId) : undefined;
  return { data: business ? buildBusinessView(business) : null };
}

export const validateBusiness = (
  { body }: PartiallyValidCall<typeof endpoints.updateBusiness>,
  now: Date,
) => {
  const { legal_name, address } = body;
  return {
    legal_name: getBlankError(legal_name) || findUnwritableError(legal_name),
    address: getBlankError(address) || findUnwritableError(address),
    vat_number: findVatNumberError(body) ?? findKindError(body),
    ...getTaxErrors(body, now),
  };
};

/** Called in the transaction that changes the legal identity of a user or business, before it does; throws to refuse. */
export type OnLegalIdentityChange = (trx: Trx, actor: Actor, payee: Payee) => Promise<void>;

export async function updateBusiness(
  context: Context,
  { actor, body }: Call<typeof endpoints.updateBusiness>,
  onChange: OnLegalIdentityChange,
) {
  const { db, clock } = context;
  const payee = chooseChangedPayee(actor, body.business_id);
  const { userId } = payee;
  if (payee.isBusiness) await reauthenticate(context, await getUser(db, actor.id), body, 'members');
  const { legal_name, address, country, vat_number, vat_percent } = body;
  const business = {
    legal_name: legal_name.trim(),
    address: address.trim(),
    country,
    vat_number: parseVatNumber(country, vat_number)!,
    vat_percent,
  };
  return db.transaction().execute(async (trx) => {
    // A concurrent account deletion must not leave new data behind.
    await lockPayee(trx, actor, payee);
    await onChange(trx, actor, payee);
    const stored = body.kind ? undefined : await findLegalIdentity(trx, userId);
    // An older client sends the whole address: it is not to be printed with the former post code.
    const wholeAddress = stored?.kind ? splitPostalAddress(business.address) : null;
    const parts = wholeAddress?.postCode === stored?.post_code ? null : wholeAddress;
    const storedTax = parts && { ...(stored as TaxIdentity), post_code: parts.postCode, city: parts.city };
    await upsertLegalIdentity(trx, userId, {
      ...business,
      ...(parts && { address: parts.street }),
      updated_at: clock.now(),
      tax: body.kind ? parseTaxIdentity(body as TaxBody) : storedTax,
    });
    return { data: buildBusinessView((await findLegalIdentity(trx, userId))!) };
  });
}

/** The tax identity stays locked for the legal retention: statements of those years refer to it. */
export const legalIdentityPersonalData: PersonalDataHandler = {
  async export(db, { id, businessIds }) {
    const [businessId] = businessIds;
    const business = businessId && (await findLegalIdentity(db, businessId));
    const former = await findFormerIdentityForExport(db, id);
    return {
      business: business ? buildBusinessView(business) : null,
      ...(former && {
        former_business: {
          ...former,
          ended_at: former.ended_at.toISOString(),
          retain_until: former.retain_until.toISOString(),
        },
      }),
    };
  },
  async erase(trx, { id: userId, businessIds }, now) {
    await deleteFormerIdentityWithoutEarnings(trx, userId);
    for (const id of businessIds) await retainOrDeleteLegalIdentity(trx, id, getRetentionEnd(now));
    return [];
  },
};
