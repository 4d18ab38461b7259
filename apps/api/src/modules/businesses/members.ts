import {
  type endpoints,
  hasMemberRight,
  listMemberRights,
  type MemberRight,
  type MemberRole,
} from '@wopack/contract';
import { getFullName, MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { AppError, createValidationError, type FieldErrors } from '../../platform/http/app-error.ts';
import { type Call, type MemberActor, type PartiallyValidCall, SUCCESS } from '../../platform/http/route.ts';
import {
  findLegalIdentity,
  findProofErrors,
  getUser,
  loadLegalNames,
  lockSession,
  type OnLegalIdentityChange,
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
  setMemberVisit,
  updateMemberRole,
} from './businesses.queries.ts';

/** Those of a business, without removed ones. Passed in: sale places belong to a module above. */
export type ListSalePlaces = (
  db: DbOrTrx,
  businessId: number,
) => Promise<{ id: number; name: string; address: string; time_zone: string }[]>;

type SalePlace = Awaited<ReturnType<ListSalePlaces>>[number];

export const chooseSalePlaces = (all: readonly SalePlace[], ids: readonly number[] | null) =>
  ids === null ? null : all.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }));

/**
 * As it is registered; before that, the name of its first sale place, or of its founder. Whoever has not all sale places
 * (`readableIds`) reads the name of one that they have.
 */
export async function getBusinessName(
  db: DbOrTrx,
  businessId: number,
  salePlaces: readonly SalePlace[],
  readableIds: readonly number[] | null = null,
): Promise<string> {
  const legalName = (await loadLegalNames(db, [businessId])).get(businessId);
  const namesake = salePlaces.find(({ id }) => readableIds === null || readableIds.includes(id));
  if (legalName ?? namesake) return legalName ?? namesake!.name;
  const founder = await getFounderName(db, businessId);
  return getFullName(founder.name, founder.surname);
}

export async function listMyBusinesses(
  { db }: Context,
  { actor }: Call<typeof endpoints.listMyBusinesses>,
  listSalePlaces: ListSalePlaces,
) {
  const data = [];
  for (const membership of await listMemberships(db, actor.id)) {
    const { business_id: id, role, sale_place_ids: salePlaceIds } = membership;
    const salePlaces = await listSalePlaces(db, id);
    data.push({
      id,
      name: await getBusinessName(db, id, salePlaces, salePlaceIds),
      role,
      rights: listMemberRights(role).filter((right) => salePlaceIds === null || right !== 'money.view'),
      sale_places: chooseSalePlaces(salePlaces, salePlaceIds),
      is_current: id === actor.member?.businessId,
      is_suspended: membership.is_suspended,
      ends_at: membership.ends_at?.toISOString() ?? null,
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
  return SUCCESS;
}

/** How much time passes before a member's next call is noted. */
const VISIT_INTERVAL_MS = 5 * MINUTE_MS;

/** Counts calls for the business alone: what a member buys is nothing to its owners. */
export async function recordMemberVisit(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id: userId, member: { businessId }, lastVisitAt }: MemberActor,
): Promise<void> {
  const now = clock.now();
  if (lastVisitAt !== null && now.getTime() - lastVisitAt.getTime() < VISIT_INTERVAL_MS) return;
  await setMemberVisit(db, { businessId, userId }, now);
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
      members: members.map(
        ({ id, user_id, name, surname, email, role, sale_place_ids, joined_at, last_seen_at }) => ({
          id,
          user_id,
          name: getFullName(name, surname),
          email,
          role,
          sale_places: chooseSalePlaces(salePlaces, sale_place_ids),
          joined_at: joined_at.toISOString(),
          last_seen_at: last_seen_at?.toISOString() ?? null,
          is_me: user_id === actor.id,
        }),
      ),
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

/** Null: all are sale places of the business, and an owner has all. */
function findScopeError(
  role: MemberRole | undefined,
  ids: readonly number[] | null,
  salePlaces: readonly SalePlace[],
): string | null {
  if (ids === null) return null;
  if (role === 'owner') return 'businesses.ownerHasAll';
  return ids.every((id) => salePlaces.some((salePlace) => salePlace.id === id))
    ? null
    : 'businesses.unknownSalePlace';
}

export function assertScope(
  role: MemberRole,
  ids: readonly number[] | null,
  salePlaces: readonly SalePlace[],
): void {
  const error = findScopeError(role, ids, salePlaces);
  if (error) throw createValidationError('sale_place_ids', error);
}

/** The proof is checked here only beside other errors: a code works once, and hashing a password costs time. */
export async function validateScope(
  context: Context,
  {
    actor,
    body: { role, sale_place_ids: ids, password, code },
    refused,
  }: PartiallyValidCall<typeof endpoints.inviteMember | typeof endpoints.updateMember>,
  listSalePlaces: ListSalePlaces,
): Promise<FieldErrors> {
  const salePlaces = await listSalePlaces(context.db, actor.member.businessId);
  const error = ids === undefined ? null : findScopeError(role, ids, salePlaces);
  const isRefused = refused.size > 0 || error !== null;
  const isProofRefused = refused.has('password') || refused.has('code');
  if (!isRefused || code || isProofRefused) return { sale_place_ids: error };
  const user = await getUser(context.db, actor.id);
  return {
    sale_place_ids: error,
    ...(await findProofErrors(context, user, password ? { password } : {}, 'members')),
  };
}

/** Each once. */
export const listChosen = (ids: readonly number[] | null): number[] | null => ids && [...new Set(ids)];

export const proveMyself = async (
  context: Context,
  actor: { id: number },
  proof: { password?: string; code?: string },
): Promise<void> => reauthenticate(context, await getUser(context.db, actor.id), proof, 'members');

/** Locks a business. Refused when the right to it ended since the call began, while a password was compared. */
export async function lockBusinessAs(
  trx: Trx,
  actor: { id: number },
  businessId: number,
  right: MemberRight,
): Promise<void> {
  await lockBusiness(trx, businessId);
  const role = await findMemberRole(trx, businessId, actor.id);
  if (!role || !hasMemberRight(role, right)) throw new AppError('notAllowed');
}

/** With the founder, whose account changes when they stop owning the business. */
export async function lockAsOwner(trx: Trx, actor: MemberActor): Promise<void> {
  const { businessId } = actor.member;
  await lockSession(trx, actor, businessId);
  await lockBusinessAs(trx, actor, businessId, 'members.manage');
}

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
  (context: Context, listSalePlaces: ListSalePlaces): OnLegalIdentityChange =>
  async (trx, actor, { userId: businessId, isBusiness }) => {
    if (isBusiness) await lockBusinessAs(trx, actor, businessId, 'money.manage');
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
  /** Throws when it is refused; changes nothing. */
  assertPossible: (db: DbOrTrx, member: Members[number]) => Promise<void>;
  run: (
    trx: Trx,
    member: Members[number],
    salePlaces: readonly SalePlace[],
  ) => Promise<'memberChanged' | 'memberEnded'>;
}

/** Throws when it is refused, also because no owner would be left. */
async function checkChange(
  db: DbOrTrx,
  { businessId, memberId, keepsOwner, assertPossible }: MemberChange,
): Promise<{ member: Members[number]; members: Members }> {
  const members = await listMembers(db, businessId);
  const member = members.find(({ id }) => id === memberId);
  if (!member) throw new AppError('notFound');
  const hasOtherOwner = members.some(
    ({ id, role, blocked_at: blockedAt }) => role === 'owner' && blockedAt === null && id !== memberId,
  );
  if (member.role === 'owner' && !keepsOwner && !hasOtherOwner)
    throw new AppError('conflict', { message: 'businesses.lastOwner' });
  await assertPossible(db, member);
  return { member, members };
}

/** Runs a change of one member, with the business locked. */
export async function changeMember(
  context: Context,
  trx: Trx,
  change: MemberChange,
  listSalePlaces: ListSalePlaces,
): Promise<void> {
  const { businessId, run } = change;
  await lockBusiness(trx, businessId);
  const { member, members } = await checkChange(trx, change);
  const salePlaces = await listSalePlaces(trx, businessId);
  const template = await run(trx, member, salePlaces);
  const business = await getBusinessName(trx, businessId, salePlaces);
  const values = { member: getFullName(member.name, member.surname) };
  await notifyOwners(context, trx, { members, template, business, values });
}

/** A change by an owner, who proves that it is them once nothing else is in its way: a code works once. */
async function changeMemberAsOwner(
  context: Context,
  { actor, body }: { actor: MemberActor; body: { password?: string; code?: string } },
  change: MemberChange,
  listSalePlaces: ListSalePlaces,
): Promise<void> {
  await checkChange(context.db, change);
  await proveMyself(context, actor, body);
  await context.db.transaction().execute(async (trx) => {
    await lockAsOwner(trx, actor);
    await changeMember(context, trx, change, listSalePlaces);
  });
}

export async function updateMember(
  context: Context,
  { actor, params, body }: Call<typeof endpoints.updateMember>,
  listSalePlaces: ListSalePlaces,
) {
  const { role } = body;
  const salePlaceIds = listChosen(body.sale_place_ids);
  const { businessId } = actor.member;
  const keepsOwner = role === 'owner';
  const run: MemberChange['run'] = async (trx, member, salePlaces) => {
    assertScope(role, salePlaceIds, salePlaces);
    if (!keepsOwner) await handOver(trx, { businessId, member, now: context.clock.now() });
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
  const assertPossible: MemberChange['assertPossible'] = async (db, member) => {
    if (!keepsOwner) await assertMayHandOver(db, businessId, member);
  };
  const change = { businessId, memberId: params.id, keepsOwner, assertPossible, run };
  await changeMemberAsOwner(context, { actor, body }, change, listSalePlaces);
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

const isFoundersEnd = (businessId: number, { user_id, role }: Members[number]): boolean =>
  user_id === businessId && role === 'owner';

/** A business that its founder leaves has a name, and is paid to an account of its own. */
async function assertMayHandOver(db: DbOrTrx, businessId: number, member: Members[number]): Promise<void> {
  if (!isFoundersEnd(businessId, member)) return;
  if (!(await findLegalIdentity(db, businessId)))
    throw new AppError('conflict', { message: 'businesses.detailsFirst' });
  if (await isPartner(db, businessId)) throw new AppError('conflict', { message: 'businesses.partnerStays' });
}

/**
 * The founder is no owner any more: what is stored of the seller stays the business's. The bank account goes, because it
 * is theirs. Another owner is left: `changeMember` sees to it.
 */
async function handOver(
  trx: Trx,
  { businessId, member, now }: { businessId: number; member: Members[number]; now: Date },
): Promise<void> {
  if (isFoundersEnd(businessId, member)) await setHandedOver(trx, businessId, now);
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
  assertPossible: (db, member) => assertMayHandOver(db, businessId, member),
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
  const end = buildEnd(context, actor, { businessId: actor.member.businessId, memberId: params.id });
  await changeMemberAsOwner(context, { actor, body }, end, listSalePlaces);
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
  return SUCCESS;
}
