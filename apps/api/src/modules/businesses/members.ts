import { type endpoints, listMemberRights, type MemberRole } from '@wopack/contract';
import { getFullName } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import type { Call, MemberActor } from '../../platform/http/route.ts';
import {
  findLegalIdentity,
  getUser,
  loadLegalNames,
  lockSession,
  type OnLegalIdentityChanged,
  reauthenticate,
  setBusinessOfToken,
  setHandedOver,
} from '../identity/index.ts';
import { notifyUser } from '../notifications/index.ts';
import { recordActivity } from './activity.queries.ts';
import {
  deleteMember,
  findMemberRole,
  getFounderName,
  isPartner,
  listInvitations,
  listMembers,
  listMemberships,
  lockBusiness,
  setMemberSalePlaces,
  updateMemberRole,
} from './businesses.queries.ts';

const DONE = { success: true, code: 0 as const };

/** Those of a business, without removed ones. Passed in: sale places belong to a module above. */
export type ListSalePlaces = (
  db: DbOrTrx,
  businessId: number,
) => Promise<{ id: number; name: string; time_zone: string }[]>;

type SalePlace = Awaited<ReturnType<ListSalePlaces>>[number];

export const chooseSalePlaces = (all: readonly SalePlace[], ids: readonly number[] | null) =>
  ids === null ? null : all.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }));

/** As it is registered; before that, the name of its first sale place, or of its founder. */
export async function getBusinessName(
  db: DbOrTrx,
  businessId: number,
  salePlaces: readonly SalePlace[],
): Promise<string> {
  const legalName = (await loadLegalNames(db, [businessId])).get(businessId);
  if (legalName ?? salePlaces[0]) return legalName ?? salePlaces[0]!.name;
  const founder = await getFounderName(db, businessId);
  return getFullName(founder.name, founder.surname);
}

export async function listMyBusinesses(
  { db }: Context,
  { actor }: Call<typeof endpoints.listMyBusinesses>,
  listSalePlaces: ListSalePlaces,
) {
  const data = [];
  for (const { business_id: id, role, sale_place_ids: salePlaceIds } of await listMemberships(db, actor.id)) {
    const salePlaces = await listSalePlaces(db, id);
    data.push({
      id,
      name: await getBusinessName(db, id, salePlaces),
      role,
      rights: listMemberRights(role).filter((right) => salePlaceIds === null || right !== 'money.view'),
      sale_places: chooseSalePlaces(salePlaces, salePlaceIds),
      is_current: id === actor.member?.businessId,
    });
  }
  return { data };
}

export async function chooseBusiness(
  { db }: Context,
  { actor, params }: Call<typeof endpoints.chooseBusiness>,
) {
  const memberships = await listMemberships(db, actor.id);
  if (!memberships.some(({ business_id }) => business_id === params.id)) throw new AppError('notFound');
  await setBusinessOfToken(db, actor.tokenId, params.id);
  return DONE;
}

export async function loadTeam(
  { db }: Pick<Context, 'db'>,
  actor: MemberActor,
  listSalePlaces: ListSalePlaces,
) {
  const { businessId } = actor.member;
  const [members, invitations, salePlaces] = await Promise.all([
    listMembers(db, businessId),
    listInvitations(db, businessId),
    listSalePlaces(db, businessId),
  ]);
  return {
    data: {
      members: members.map(({ id, user_id, name, surname, email, role, sale_place_ids, joined_at }) => ({
        id,
        user_id,
        name: getFullName(name, surname),
        email,
        role,
        sale_places: chooseSalePlaces(salePlaces, sale_place_ids),
        joined_at: joined_at.toISOString(),
        is_me: user_id === actor.id,
      })),
      invitations: invitations.map((invitation) => ({
        id: invitation.id,
        email: invitation.email,
        role: invitation.role,
        sale_places: chooseSalePlaces(
          salePlaces,
          invitation.has_all_sale_places ? null : invitation.sale_place_ids,
        ),
        invited_by: getFullName(invitation.inviter_name, invitation.inviter_surname),
        sent_at: invitation.sent_at.toISOString(),
        expires_at: invitation.expires_at.toISOString(),
      })),
    },
  };
}

/** Throws unless all are sale places of the business, and an owner has all. */
export function assertScope(
  role: MemberRole,
  ids: readonly number[] | null,
  salePlaces: readonly SalePlace[],
): void {
  if (ids === null) return;
  if (role === 'owner') throw createValidationError('sale_place_ids', 'businesses.ownerHasAll');
  if (ids.some((id) => !salePlaces.some((salePlace) => salePlace.id === id)))
    throw createValidationError('sale_place_ids', 'businesses.unknownSalePlace');
}

export const proveMyself = async (
  context: Context,
  actor: { id: number },
  proof: { password?: string; code?: string },
): Promise<void> => reauthenticate(context, await getUser(context.db, actor.id), proof, 'members');

type Members = Awaited<ReturnType<typeof listMembers>>;

/** Every owner learns what changed in who may act for the business and who it is: by mail, whatever they chose. */
export async function notifyOwners(
  context: Context,
  trx: Trx,
  {
    members,
    template,
    business,
    values,
  }: {
    members: Members;
    template: 'memberInvited' | 'memberJoined' | 'memberChanged' | 'memberEnded' | 'businessDetailsChanged';
    business: string;
    values: Record<string, string>;
  },
): Promise<void> {
  const until = new Date(context.clock.now().getTime() + 7 * 86_400_000);
  for (const { user_id: userId } of members.filter(({ role }) => role === 'owner'))
    await notifyUser(context, trx, {
      userId,
      template,
      values: () => ({ ...values, business }),
      isByEveryWay: true,
      url: template === 'businessDetailsChanged' ? '/account/business' : '/seller/members',
      tag: 'members',
      until,
    });
}

/** Notes a change of the legal identity; who sells alone knows what they entered, and gets no mail of it. */
export const createIdentityNote =
  (context: Context, listSalePlaces: ListSalePlaces): OnLegalIdentityChanged =>
  async (trx, actor, businessId) => {
    const members = await listMembers(trx, businessId);
    const member = members.find(({ user_id }) => user_id === actor.id);
    if (!member) return;
    const now = context.clock.now();
    const by = { id: actor.id, member: { businessId } };
    await recordActivity(trx, by, { kind: 'business_details_changed', now });
    if (members.filter(({ role }) => role === 'owner').length < 2) return;
    const business = await getBusinessName(trx, businessId, await listSalePlaces(trx, businessId));
    const values = { member: getFullName(member.name, member.surname) };
    await notifyOwners(context, trx, { members, template: 'businessDetailsChanged', business, values });
  };

interface MemberChange {
  businessId: number;
  memberId: number;
  keepsOwner: boolean;
  run: (
    trx: Trx,
    member: Members[number],
    salePlaces: readonly SalePlace[],
  ) => Promise<'memberChanged' | 'memberEnded'>;
}

/** Runs a change of one member, with the business locked. Refused when no owner would be left who can act. */
export async function changeMember(
  context: Context,
  trx: Trx,
  { businessId, memberId, keepsOwner, run }: MemberChange,
  listSalePlaces: ListSalePlaces,
): Promise<void> {
  await lockBusiness(trx, businessId);
  const members = await listMembers(trx, businessId);
  const member = members.find(({ id }) => id === memberId);
  if (!member) throw new AppError('notFound');
  const hasOtherOwner = members.some(
    ({ id, role, is_blocked: isBlocked }) => role === 'owner' && id !== memberId && !isBlocked,
  );
  if (member.role === 'owner' && !keepsOwner && !hasOtherOwner)
    throw new AppError('conflict', { message: 'businesses.lastOwner' });
  const salePlaces = await listSalePlaces(trx, businessId);
  const template = await run(trx, member, salePlaces);
  const business = await getBusinessName(trx, businessId, salePlaces);
  const values = { member: getFullName(member.name, member.surname) };
  await notifyOwners(context, trx, { members, template, business, values });
}

export async function updateMember(
  context: Context,
  { actor, params, body }: Call<typeof endpoints.updateMember>,
  listSalePlaces: ListSalePlaces,
) {
  const { role, sale_place_ids: salePlaceIds } = body;
  await proveMyself(context, actor, body);
  const { businessId } = actor.member;
  const run: MemberChange['run'] = async (trx, member, salePlaces) => {
    assertScope(role, salePlaceIds, salePlaces);
    if (role !== 'owner') await handOver(trx, { businessId, member, now: context.clock.now() });
    await setMemberSalePlaces(trx, member.id, salePlaceIds ?? []);
    await updateMemberRole(trx, member.id, role, salePlaceIds === null);
    await recordActivity(trx, actor, {
      kind: 'member_changed',
      memberUserId: member.user_id,
      before: buildScopeValues(member.role, member.sale_place_ids),
      after: buildScopeValues(role, salePlaceIds),
      now: context.clock.now(),
    });
    return 'memberChanged';
  };
  const change = { businessId, memberId: params.id, keepsOwner: role === 'owner', run };
  await context.db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    await changeMember(context, trx, change, listSalePlaces);
  });
  return loadTeam(context, actor, listSalePlaces);
}

/** The role and sale places of a member, as activity notes them. */
export const buildScopeValues = (role: MemberRole, salePlaceIds: readonly number[] | null) => ({
  role,
  ...(salePlaceIds && { sale_places: salePlaceIds.length }),
});

async function endMembership(
  { clock }: Context,
  trx: Trx,
  actor: { id: number },
  businessId: number,
  member: Members[number],
): Promise<void> {
  await deleteMember(trx, member.id);
  await recordActivity(
    trx,
    { id: actor.id, member: { businessId } },
    {
      kind: 'member_ended',
      memberUserId: member.user_id,
      before: buildScopeValues(member.role, member.sale_place_ids),
      now: clock.now(),
    },
  );
}

/**
 * The founder is no owner any more: what is stored of the seller stays the business's. The bank account goes, because it
 * is theirs. Another owner is left: `changeMember` sees to it.
 */
async function handOver(
  trx: Trx,
  { businessId, member, now }: { businessId: number; member: Members[number]; now: Date },
): Promise<void> {
  if (member.user_id !== businessId || member.role !== 'owner') return;
  if (!(await findLegalIdentity(trx, businessId)))
    throw new AppError('conflict', { message: 'businesses.detailsFirst' });
  if (await isPartner(trx, businessId))
    throw new AppError('conflict', { message: 'businesses.partnerStays' });
  await setHandedOver(trx, businessId, now);
}

/** The change that ends a membership, of oneself or another. */
export const buildEnd = (
  context: Context,
  actor: { id: number },
  { businessId, memberId }: { businessId: number; memberId: number },
): MemberChange => ({
  businessId,
  memberId,
  keepsOwner: false,
  run: async (trx, member) => {
    await handOver(trx, { businessId, member, now: context.clock.now() });
    await endMembership(context, trx, actor, businessId, member);
    return 'memberEnded';
  },
});

export async function endMember(
  context: Context,
  { actor, params, body }: Call<typeof endpoints.endMember>,
  listSalePlaces: ListSalePlaces,
) {
  await proveMyself(context, actor, body);
  const end = buildEnd(context, actor, { businessId: actor.member.businessId, memberId: params.id });
  await context.db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    await changeMember(context, trx, end, listSalePlaces);
  });
  const hasLeft = (await findMemberRole(context.db, actor.member.businessId, actor.id)) === undefined;
  return hasLeft ? { data: { members: [], invitations: [] } } : loadTeam(context, actor, listSalePlaces);
}

export async function leaveBusiness(
  context: Context,
  { actor, params: { id: businessId } }: Call<typeof endpoints.leaveBusiness>,
  listSalePlaces: ListSalePlaces,
) {
  const membership = (await listMembers(context.db, businessId)).find(({ user_id }) => user_id === actor.id);
  if (!membership) throw new AppError('notFound');
  // It is handed over, which takes the proof that it is them.
  if (businessId === actor.id && membership.role === 'owner')
    throw new AppError('conflict', { message: 'businesses.leaveByProof' });
  await context.db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    const end = buildEnd(context, actor, { businessId, memberId: membership.id });
    await changeMember(context, trx, end, listSalePlaces);
  });
  return DONE;
}
