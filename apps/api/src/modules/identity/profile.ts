import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError, invalid } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { findUser, hasOrdersAhead, type UserChange, updateUser } from './identity.queries.ts';

export async function me({ db }: Context, { actor }: Call<typeof endpoints.me>) {
  const user = await findUser(db, actor.id);
  return { data: { ...user, email_verified: user.email_verified_at !== null } };
}

export async function saveProfile(context: Context, { actor, body }: Call<typeof endpoints.saveProfile>) {
  const name = body.name.trim();
  if (!name) throw invalid('name', 'field.required');
  return save(context, actor.id, { name, sname: body.sname.trim(), phone: body.phone.trim() });
}

export const saveCity = (context: Context, { actor, body }: Call<typeof endpoints.saveCity>) =>
  save(context, actor.id, { city: body.city.trim(), latitude: body.latitude, longitude: body.longitude });

export async function saveOwner(context: Context, { actor, body }: Call<typeof endpoints.saveOwner>) {
  if (!body.is_owner && (await hasOrdersAhead(context.db, actor.id))) {
    throw new AppError('conflict', { message: 'identity.ordersAhead' });
  }
  return save(context, actor.id, { is_owner: body.is_owner });
}

export const saveAffiliate = (context: Context, { actor, body }: Call<typeof endpoints.saveAffiliate>) =>
  save(context, actor.id, { is_partner: body.is_partner });

async function save({ db }: Context, id: number, change: UserChange) {
  await updateUser(db, id, change);
  return { data: { id } };
}
