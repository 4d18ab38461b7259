import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, blankError } from '../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { findUser, hasOrdersAhead, type UserChange, updateUser } from './identity.queries.ts';

export async function me({ db }: Context, { actor }: Call<typeof endpoints.me>) {
  const user = await findUser(db, actor.id);
  return {
    data: {
      id: user.id,
      name: user.name,
      sname: user.sname,
      email: user.email,
      email_verified: user.email_verified_at !== null,
      has_password: user.has_password,
      phone: user.phone,
      city: user.city,
      latitude: user.latitude,
      longitude: user.longitude,
      avatar_path: user.avatar_path,
      is_partner: user.is_partner,
      is_owner: user.is_owner,
    },
  };
}

export const validateProfile = ({ body }: AcceptedCall<typeof endpoints.saveProfile>) => ({
  name: blankError(body.name),
});

export async function saveProfile(context: Context, { actor, body }: Call<typeof endpoints.saveProfile>) {
  const { name, sname, phone } = body;
  return save(context, actor.id, { name: name.trim(), sname: sname.trim(), phone: phone.trim() });
}

export const validateCity = ({ body }: AcceptedCall<typeof endpoints.saveCity>) => ({
  city: blankError(body.city),
});

export async function saveCity(context: Context, { actor, body }: Call<typeof endpoints.saveCity>) {
  const { city, latitude, longitude } = body;
  return save(context, actor.id, { city: city.trim(), latitude, longitude });
}

/** Called in the transaction in which somebody starts or stops selling: what they sell opens or closes with it. */
export type OnSelling = (trx: Trx, sellerId: number, selling: boolean, now: Date) => Promise<void>;

export async function saveOwner(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.saveOwner>,
  onSelling: OnSelling,
) {
  await db.transaction().execute(async (trx) => {
    await updateUser(trx, actor.id, { is_owner: body.is_owner });
    await onSelling(trx, actor.id, body.is_owner, clock.now());
    // After everything is off sale, which waits for those who are just taking a unit: theirs is seen here.
    if (!body.is_owner && (await hasOrdersAhead(trx, actor.id))) {
      throw new AppError('conflict', { message: 'identity.ordersAhead' });
    }
  });
  return { data: { id: actor.id } };
}

export const saveAffiliate = (context: Context, { actor, body }: Call<typeof endpoints.saveAffiliate>) =>
  save(context, actor.id, { is_partner: body.is_partner });

async function save({ db }: Context, id: number, change: UserChange) {
  await updateUser(db, id, change);
  return { data: { id } };
}
