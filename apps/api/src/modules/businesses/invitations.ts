import type { endpoints } from '@wopack/contract';
import { DAY_MS, getFullName, pickLanguage } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import { type Call, SUCCESS } from '../../platform/http/route.ts';
import { composeMail, type MailTemplates } from '../../platform/mail/mail.ts';
import { translate } from '../../platform/messages/translate.ts';
import { generateToken, getUser, lockSession, sha256 } from '../identity/index.ts';
import { recordActivity } from './activity.queries.ts';
import {
  deleteInvitation,
  findInvitation,
  getInvitation,
  type Invitation,
  insertMember,
  listMembers,
  lockBusiness,
  renewInvitation,
  setInvitationKey,
  setMemberSalePlaces,
  upsertInvitation,
} from './businesses.queries.ts';
import {
  assertScope,
  buildScopeValues,
  chooseSalePlaces,
  getBusinessName,
  type ListSalePlaces,
  listChosen,
  loadTeam,
  lockAsOwner,
  notifyOwners,
  proveMyself,
} from './members.ts';

/** How long an invitation can be accepted. */
const INVITATION_DAYS = 7;

const expiryFrom = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * DAY_MS);

export async function inviteMember(
  context: Context,
  { actor, body, language }: Call<typeof endpoints.inviteMember>,
  listSalePlaces: ListSalePlaces,
) {
  const { db, clock, jobs } = context;
  const { email, role } = body;
  const salePlaceIds = listChosen(body.sale_place_ids);
  const { businessId } = actor.member;
  // Before the proof too, so that a refusal does not use a code up.
  await listMembersWithout(db, businessId, email);
  await proveMyself(context, actor, body);
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockAsOwner(trx, actor);
    const members = await listMembersWithout(trx, businessId, email);
    const salePlaces = await listSalePlaces(trx, businessId);
    assertScope(role, salePlaceIds, salePlaces);
    const { id } = await upsertInvitation(trx, {
      business_id: businessId,
      email,
      role,
      has_all_sale_places: salePlaceIds === null,
      sale_place_ids: salePlaceIds ?? [],
      invited_by: actor.id,
      language,
      sent_at: now,
      expires_at: expiryFrom(now),
    });
    await recordActivity(trx, actor, {
      kind: 'member_invited',
      invitationId: id,
      after: buildScopeValues(role, salePlaceIds),
      now,
    });
    await jobs.enqueue(trx, 'notifications.send-mail', { template: 'memberInvitation', invitationId: id });
    const business = await getBusinessName(trx, businessId, salePlaces);
    await notifyOwners(context, trx, {
      members,
      template: 'memberInvited',
      business,
      values: { member: email },
    });
  });
  return loadTeam(context, actor, listSalePlaces);
}

/** Refuses the address of a member. */
async function listMembersWithout(db: DbOrTrx, businessId: number, email: string) {
  const members = await listMembers(db, businessId);
  if (members.some((member) => member.email === email))
    throw new AppError('conflict', { message: 'businesses.alreadyMember' });
  return members;
}

export async function repeatInvitation(
  context: Context,
  { actor, params: { id }, body }: Call<typeof endpoints.repeatInvitation>,
  listSalePlaces: ListSalePlaces,
) {
  const { db, clock, jobs } = context;
  const invitation = await getInvitation(db, id);
  // Before the proof, so that a refusal does not use a code up.
  if (invitation?.business_id !== actor.member.businessId) throw new AppError('notFound');
  await proveMyself(context, actor, body);
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockAsOwner(trx, actor);
    const { businessId } = actor.member;
    const renewal = { id, businessId, sentAt: now, expiresAt: expiryFrom(now) };
    if (!(await renewInvitation(trx, renewal))) throw new AppError('notFound');
    await jobs.enqueue(trx, 'notifications.send-mail', { template: 'memberInvitation', invitationId: id });
  });
  return loadTeam(context, actor, listSalePlaces);
}

export async function withdrawInvitation(
  context: Context,
  { actor, params: { id } }: Call<typeof endpoints.withdrawInvitation>,
  listSalePlaces: ListSalePlaces,
) {
  const { businessId } = actor.member;
  await context.db.transaction().execute(async (trx) => {
    await lockAsOwner(trx, actor);
    if (!(await deleteInvitation(trx, { id, businessId }))) throw new AppError('notFound');
    await recordActivity(trx, actor, { kind: 'invitation_withdrawn', now: context.clock.now() });
  });
  return loadTeam(context, actor, listSalePlaces);
}

const requireInvitation = async (db: DbOrTrx, key: string, now: Date): Promise<Invitation> => {
  const invitation = await findInvitation(db, sha256(key), now);
  if (!invitation) throw new AppError('notFound', { message: 'businesses.invitationOver' });
  return invitation;
};

const getSalePlaceIds = ({
  has_all_sale_places,
  sale_place_ids,
}: Pick<Invitation, 'has_all_sale_places' | 'sale_place_ids'>): number[] | null =>
  has_all_sale_places ? null : sale_place_ids;

/** Whoever is invited may not know the shops by their names. */
const listPlacesWithAddress = (
  all: Awaited<ReturnType<ListSalePlaces>>,
  invitation: Parameters<typeof getSalePlaceIds>[0],
) =>
  chooseSalePlaces(all, getSalePlaceIds(invitation))?.map(({ id, name }) => ({
    id,
    name,
    address: all.find((salePlace) => salePlace.id === id)!.address,
  })) ?? null;

/** Whoever has the mail may see it, also without an account. */
export async function viewInvitation(
  { db, clock }: Context,
  { body }: Call<typeof endpoints.findInvitation>,
  listSalePlaces: ListSalePlaces,
) {
  const invitation = await requireInvitation(db, body.key, clock.now());
  const salePlaces = await listSalePlaces(db, invitation.business_id);
  return {
    data: {
      business: await getBusinessName(db, invitation.business_id, salePlaces, getSalePlaceIds(invitation)),
      invited_by: getFullName(invitation.inviter_name, invitation.inviter_surname),
      email: invitation.email,
      role: invitation.role,
      sale_places: listPlacesWithAddress(salePlaces, invitation),
      expires_at: invitation.expires_at.toISOString(),
    },
  };
}

/** Takes an invitation once: of two calls, one finds it. */
async function takeInvitation(trx: Trx, key: string, now: Date): Promise<Invitation> {
  const { business_id: businessId } = await requireInvitation(trx, key, now);
  await lockBusiness(trx, businessId);
  // It may have been replaced, repeated or withdrawn, and the business may have closed, while this waited.
  const invitation = await requireInvitation(trx, key, now);
  const { id } = invitation;
  if (!(await deleteInvitation(trx, { id, businessId })))
    throw new AppError('notFound', { message: 'businesses.invitationOver' });
  return invitation;
}

export async function acceptInvitation(
  context: Context,
  { actor, body }: Call<typeof endpoints.acceptInvitation>,
  listSalePlaces: ListSalePlaces,
) {
  const { db, clock } = context;
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    const invitation = await takeInvitation(trx, body.key, now);
    const user = await getUser(trx, actor.id);
    if (user.email !== invitation.email)
      throw new AppError('conflict', {
        message: 'businesses.anotherAddress',
        values: { email: invitation.email },
      });
    const { business_id: businessId, role } = invitation;
    const members = await listMembers(trx, businessId);
    if (members.some(({ user_id }) => user_id === actor.id))
      throw new AppError('conflict', { message: 'businesses.alreadyMember' });
    const salePlaces = await listSalePlaces(trx, businessId);
    // Those that were removed meanwhile are left out; without any, whoever invited has to choose again.
    const chosen = chooseSalePlaces(salePlaces, getSalePlaceIds(invitation));
    if (chosen?.length === 0) throw createValidationError('key', 'businesses.invitationOver');
    const { id } = await insertMember(trx, {
      business_id: businessId,
      user_id: actor.id,
      role,
      has_all_sale_places: chosen === null,
      joined_at: now,
    });
    await setMemberSalePlaces(trx, id, chosen?.map((salePlace) => salePlace.id) ?? []);
    await recordActivity(
      trx,
      { id: actor.id, member: { businessId } },
      {
        kind: 'member_joined',
        memberUserId: actor.id,
        after: buildScopeValues(role, chosen?.map((salePlace) => salePlace.id) ?? null),
        now,
      },
    );
    const business = await getBusinessName(trx, businessId, salePlaces);
    const name = getFullName(user.name, user.surname);
    await notifyOwners(context, trx, {
      members,
      template: 'memberJoined',
      business,
      values: { member: name },
    });
    return { data: { business_id: businessId } };
  });
}

export async function declineInvitation(
  { db, clock }: Context,
  { body }: Call<typeof endpoints.declineInvitation>,
) {
  await db.transaction().execute((trx) => takeInvitation(trx, body.key, clock.now()));
  return SUCCESS;
}

/** The key is made here so that it exists only in the mail; a retry makes another one. */
export const businessMails = (
  { db, clock, config }: Context,
  listSalePlaces: ListSalePlaces,
): MailTemplates => ({
  memberInvitation: async ({ invitationId }: { invitationId: number }) => {
    const key = generateToken();
    if (!(await setInvitationKey(db, invitationId, sha256(key), clock.now()))) return null;
    const invitation = (await getInvitation(db, invitationId))!;
    const language = pickLanguage(invitation.language);
    const salePlaces = await listSalePlaces(db, invitation.business_id);
    const places = listPlacesWithAddress(salePlaces, invitation);
    return {
      to: invitation.email,
      ...composeMail('memberInvitation', language, {
        business: await getBusinessName(db, invitation.business_id, salePlaces, getSalePlaceIds(invitation)),
        inviter: getFullName(invitation.inviter_name, invitation.inviter_surname),
        role: translate(`businesses.roles.${invitation.role}`, language),
        places:
          places?.map(({ name, address }) => `${name}, ${address}`).join('; ') ??
          translate('businesses.allSalePlaces', language),
        days: INVITATION_DAYS,
        url: `${config.publicUrl}/invitation#${key}`,
      }),
      until: invitation.expires_at.toISOString(),
    };
  },
});
