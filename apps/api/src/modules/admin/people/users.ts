import type { DecisionOutcome } from '@wopack/contract';
import { pickLanguage } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { composeMail } from '../../../platform/mail/mail.ts';
import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import { setBusinessSelling } from '../../businesses/index.ts';
import { getAvailableCents, getGrantedByOperators } from '../../credit/index.ts';
import {
  deleteAccountInTransaction,
  endSessions,
  getLastUsedAt,
  lockUser,
  updateUser,
} from '../../identity/index.ts';
import { findSettings, saveSettings } from '../../notifications/index.ts';
import { setSellerProductsOnSale } from '../../products/index.ts';
import { recordDecision } from '../decisions/decisions.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall, OperatorEndpointName } from '../operator-route.ts';
import {
  filterUsers,
  findUser,
  isOperator,
  listSessions,
  selectUsers,
  type UserDetailRow,
  type UserRow,
} from './people.queries.ts';
import { setUserBlocked } from './sellers.ts';

const buildUserRow = (row: UserRow) => ({
  ...row,
  state: row.deleted_at ? ('deleted' as const) : row.blocked_at ? ('blocked' as const) : ('active' as const),
  created_at: row.created_at.toISOString(),
});

export const createUserList = (context: Context) =>
  createList(context, 'AdminUsers', {
    file: 'users',
    filter: filterUsers,
    period: 'users.created_at',
    select: selectUsers,
    sorts: { created_at: { column: 'users.created_at', type: 'timestamptz' } },
    key: { column: 'users.id', type: 'integer' },
    build: buildUserRow,
    csv: ['id', 'name', 'email', 'is_seller', 'is_partner', 'language', 'state', 'created_at'],
  });

async function viewUser({ db, clock }: Pick<Context, 'db' | 'clock'>, id: number) {
  const row = await findUser(db, id);
  if (!row) throw new AppError('notFound');
  const { channel } = await findSettings(db, id);
  const sessions = await listSessions(db, id, clock.now());
  return {
    data: {
      ...buildUserRow(row),
      phone: row.phone,
      city: row.city,
      has_password: row.has_password,
      linked_accounts: row.linked_accounts,
      channel,
      sessions: sessions.map((session) => ({
        device_name: session.device_name,
        created_at: session.created_at.toISOString(),
        last_used: getLastUsedAt(session).toISOString(),
      })),
      orders: row.orders,
      spent_cents: row.spent_cents,
      credit_cents: await getAvailableCents(db, id, clock.now()),
      granted_cents: await getGrantedByOperators(db, id),
      problems: row.problems,
      invited_by: row.referred_by,
      blocked_at: row.blocked_at?.toISOString() ?? null,
      deleted_at: row.deleted_at?.toISOString() ?? null,
    },
  };
}

export async function getAdminUser(context: Context, { params, record }: OperatorCall<'getAdminUser'>) {
  const view = await viewUser(context, params.id);
  await record(context.db, { subject: ['user', params.id] });
  return view;
}

type UserAction = Extract<
  OperatorEndpointName,
  | ('endUserSessions' | 'updateUserChannel' | 'blockUser' | 'unblockUser' | 'updateUserRoles')
  | ('requestUserExport' | 'deleteAdminUser')
>;

/** The user, who must exist and not be deleted. */
async function requireUser(db: DbOrTrx, id: number): Promise<UserDetailRow> {
  const user = await findUser(db, id);
  if (!user || user.deleted_at) throw new AppError('notFound');
  return user;
}

interface UserChange {
  before?: object;
  after?: object;
  /** What the user is told with the reason; nothing when nothing changed. */
  outcome?: DecisionOutcome | false;
}

/** Runs a change of a user in one transaction with its audit entry; answers the user as they are afterwards. */
async function changeUser(
  context: Context,
  { actor, params: { id }, body, record }: OperatorCall<UserAction>,
  change: (trx: Trx, user: UserDetailRow) => Promise<UserChange>,
) {
  const reason = body.reason.trim();
  await context.db.transaction().execute(async (trx) => {
    // A second request at the same moment sees what the first one changed.
    await lockUser(trx, id);
    const user = await requireUser(trx, id);
    const { outcome, ...entry } = await change(trx, user);
    await record(trx, { subject: ['user', id], ...entry, reason });
    if (outcome)
      await recordDecision(context, trx, {
        operatorId: actor.id,
        userId: id,
        subject: { kind: 'user', id, name: user.email },
        outcome,
        reason,
      });
  });
  return viewUser(context, id);
}

export const endUserSessions = (context: Context, call: OperatorCall<'endUserSessions'>) =>
  changeUser(context, call, async (trx, { id }) => ({ after: { ended: await endSessions(trx, id, null) } }));

export const updateUserChannel = (context: Context, call: OperatorCall<'updateUserChannel'>) =>
  changeUser(context, call, async (trx, { id }) => {
    const settings = await findSettings(trx, id);
    await saveSettings(trx, id, { channel: call.body.channel });
    return {
      before: { channel: settings.channel },
      after: { channel: call.body.channel },
      outcome: settings.channel !== call.body.channel && 'channel_changed',
    };
  });

export const blockUser = (context: Context, call: OperatorCall<'blockUser'>) =>
  changeUser(context, call, async (trx, user) => {
    if (await isOperator(trx, user.id)) throw new AppError('conflict', { message: 'admin.isOperator' });
    if (user.blocked_at) return {};
    await setUserBlocked(context, trx, user.id, true);
    await endSessions(trx, user.id, null);
    return { before: { blocked: false }, after: { blocked: true }, outcome: 'blocked' };
  });

export const unblockUser = (context: Context, call: OperatorCall<'unblockUser'>) =>
  changeUser(context, call, async (trx, user) => {
    if (!user.blocked_at) return {};
    await setUserBlocked(context, trx, user.id, false);
    return { before: { blocked: true }, after: { blocked: false }, outcome: 'unblocked' };
  });

export const updateUserRoles = (context: Context, call: OperatorCall<'updateUserRoles'>) =>
  changeUser(context, call, async (trx, user) => {
    const { is_seller: isSeller, is_partner: isPartner } = call.body;
    if (user.blocked_at) throw new AppError('conflict', { message: 'admin.isBlocked' });
    // What they founded is another owner's business.
    if (user.has_handed_over && (isSeller || isPartner))
      throw new AppError('conflict', { message: 'identity.handedOver' });
    if (isSeller !== user.is_seller)
      await setBusinessSelling(
        trx,
        { businessId: user.id, isFounder: true, isSelling: isSeller, now: context.clock.now() },
        setSellerProductsOnSale,
      );
    await updateUser(trx, user.id, { is_partner: isPartner });
    return {
      before: { is_seller: user.is_seller, is_partner: user.is_partner },
      after: { is_seller: isSeller, is_partner: isPartner },
      outcome: (isSeller !== user.is_seller || isPartner !== user.is_partner) && 'roles_changed',
    };
  });

export const requestUserExport = (context: Context, call: OperatorCall<'requestUserExport'>) =>
  changeUser(context, call, async (trx, user) => {
    const language = pickLanguage(user.language);
    const url = `${context.config.publicUrl}/account`;
    await context.jobs.enqueue(trx, 'notifications.send-mail', {
      to: user.email,
      ...composeMail('exportReady', language, { url }),
    });
    return {};
  });

export const deleteAdminUser = (
  context: Context,
  call: OperatorCall<'deleteAdminUser'>,
  personalDataHandlers: readonly PersonalDataHandler[],
) =>
  changeUser(context, call, async (trx, user) => {
    if (await isOperator(trx, user.id)) throw new AppError('conflict', { message: 'admin.isOperator' });
    await deleteAccountInTransaction(context, trx, { user, language: call.language }, personalDataHandlers);
    return { after: { deleted: true }, outcome: 'deleted' };
  });
