import type { DecisionOutcome } from '@wopack/contract';
import { DAY_MS, formatPostalAddress, getFullName } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import {
  getContactOfBusiness,
  listMembers,
  listOwnedBusinesses,
  lockBusiness,
  setBusiness,
} from '../../businesses/index.ts';
import {
  lockOwnedBusinesses,
  parseVatNumber,
  updateUser,
  verifyLegalIdentity,
} from '../../identity/index.ts';
import { setPayoutHold } from '../../ledger/index.ts';
import { setSellerProductsOnSale } from '../../products/index.ts';
import { recordDecision } from '../decisions/decisions.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall, OperatorEndpointName } from '../operator-route.ts';
import {
  filterSellers,
  findSellerDetail,
  listEndedBusinesses,
  listSalePlacesOfSeller,
  type SellerDetailRow,
  type SellerRow,
  selectSellers,
} from './people.queries.ts';

const buildSellerRow = (row: SellerRow) => ({
  ...row,
  state: row.suspended_at
    ? ('suspended' as const)
    : !row.has_business
      ? ('incomplete' as const)
      : row.verified_at
        ? ('verified' as const)
        : ('new' as const),
  created_at: row.created_at.toISOString(),
});

export const createSellerList = (context: Context) =>
  createList(context, 'AdminSellers', {
    file: 'sellers',
    filter: filterSellers,
    period: 'users.created_at',
    select: selectSellers,
    sorts: { created_at: { column: 'users.created_at', type: 'timestamptz' } },
    key: { column: 'users.id', type: 'integer' },
    build: buildSellerRow,
    csv: [
      'id',
      'name',
      'email',
      'country',
      'vat_number',
      'state',
      'payout_account',
      { payouts_held: ({ payouts_held, is_blocked }) => (payouts_held || is_blocked ? 'yes' : 'no') },
      'sale_places',
      'created_at',
    ],
  });

function checkVatNumber({ country, vat_number }: SellerDetailRow): 'valid' | 'invalid' | 'missing' {
  if (!country || !vat_number) return 'missing';
  return parseVatNumber(country, vat_number) ? 'valid' : 'invalid';
}

async function viewSeller({ db }: Pick<Context, 'db'>, id: number) {
  const row = await findSellerDetail(db, id);
  if (!row) throw new AppError('notFound');
  const [places, members] = await Promise.all([listSalePlacesOfSeller(db, id), listMembers(db, id)]);
  return {
    data: {
      ...buildSellerRow(row),
      address: row.address === null ? '' : formatPostalAddress({ ...row, address: row.address }),
      vat_check: checkVatNumber(row),
      verified_at: row.verified_at?.toISOString() ?? null,
      suspended_at: row.suspended_at?.toISOString() ?? null,
      ends_at: row.ends_at?.toISOString() ?? null,
      iban_last4: row.iban?.slice(-4) ?? null,
      awaits_payout_account: row.awaits_payout_account,
      payout_account_details: row.state_since && {
        ref: row.ref,
        requirements: row.requirements ?? [],
        disabled_reason: row.disabled_reason,
        deadline: row.deadline?.toISOString() ?? null,
        first_verified_at: row.first_verified_at?.toISOString() ?? null,
        state_since: row.state_since.toISOString(),
      },
      balance_cents: row.balance_cents,
      orders: row.orders,
      open_orders: row.open_orders,
      problems: row.problems,
      members: members.map(({ user_id, name, surname, role, sale_place_ids, joined_at }) => ({
        id: user_id,
        name: getFullName(name, surname),
        role,
        sale_places: sale_place_ids?.length ?? null,
        is_founder: user_id === id,
        joined_at: joined_at.toISOString(),
      })),
      places: places.map(({ hidden_at, paused, ...place }) => ({
        ...place,
        is_hidden: hidden_at !== null,
        is_paused: paused,
      })),
    },
  };
}

export async function getAdminSeller(context: Context, { params, record }: OperatorCall<'getAdminSeller'>) {
  const view = await viewSeller(context, params.id);
  await record(context.db, { subject: ['user', params.id] });
  return view;
}

type SellerAction = Extract<
  OperatorEndpointName,
  'verifySeller' | 'suspendSeller' | 'endSeller' | 'reinstateSeller' | 'holdPayouts' | 'releasePayouts'
>;

/** Runs a change in one transaction with its audit entry and, if it has an outcome, its statement of reasons. */
async function changeSeller(
  context: Context,
  { actor, params: { id }, body, record }: OperatorCall<SellerAction>,
  outcome: DecisionOutcome | null,
  change: (trx: Trx, seller: SellerDetailRow) => Promise<boolean>,
) {
  const reason = body.reason.trim();
  await context.db.transaction().execute(async (trx) => {
    // A second request at the same moment sees what the first one changed.
    await lockBusiness(trx, id);
    const seller = await findSellerDetail(trx, id);
    if (!seller) throw new AppError('notFound');
    const isChanged = await change(trx, seller);
    await record(trx, {
      subject: ['user', id],
      before: { state: buildSellerRow(seller).state, payouts_held: seller.payouts_held },
      after: isChanged && outcome ? { outcome } : {},
      reason,
    });
    if (isChanged && outcome)
      await recordDecision(context, trx, {
        operatorId: actor.id,
        userId: await getContactOfBusiness(trx, id),
        subject: { kind: 'seller', id, name: seller.name },
        outcome,
        reason,
        ...(outcome === 'ending' && { endsAt: getEnd(context.clock.now()) }),
      });
  });
  return viewSeller(context, id);
}

export const verifySeller = (context: Context, call: OperatorCall<'verifySeller'>) =>
  changeSeller(context, call, null, async (trx, { id }) => {
    if (!(await verifyLegalIdentity(trx, id, context.clock.now())))
      throw new AppError('conflict', { message: 'admin.noBusiness' });
    return true;
  });

/**
 * Blocks the account, or opens it. What a business offers is off sale while its founder or its only owner is blocked, and it
 * is paid nothing.
 */
export async function setUserBlocked(
  context: Pick<Context, 'clock' | 'jobs'>,
  trx: Trx,
  userId: number,
  isBlocked: boolean,
): Promise<void> {
  await updateUser(trx, userId, { blocked_at: isBlocked ? context.clock.now() : null });
  // Of two owners who are blocked, or of whom one goes, at the same moment, the later sees the other.
  await lockOwnedBusinesses(trx, userId);
  for (const business of await listOwnedBusinesses(trx, userId)) {
    const { id } = business;
    const endsWithOwner = id === userId || !business.has_other_owner;
    // A suspension of its own goes on.
    if (!isBlocked && business.suspended_by_block)
      await setSellerSuspended(context, trx, id, false, { isByBlock: true });
    if (isBlocked && endsWithOwner && business.is_selling && !business.suspended_at)
      await setSellerSuspended(context, trx, id, true, { isByBlock: true });
  }
}

/** So long before it ends a business is told. Source: article 4 (2) of Regulation (EU) 2019/1150. */
const getEnd = (now: Date): Date => new Date(now.getTime() + 30 * DAY_MS);

/**
 * Ends the work with a business, with the notice that the law asks for. Where it allows an end at once, because the law
 * obliges to it or the terms were broken repeatedly (article 4 (4)), the business is suspended.
 */
export const endSeller = (context: Context, call: OperatorCall<'endSeller'>) =>
  changeSeller(context, call, 'ending', async (trx, { id, ends_at }) => {
    if (ends_at) return false;
    await setBusiness(trx, id, { ends_at: getEnd(context.clock.now()) });
    return true;
  });

/** Businesses whose notice is over; what is paid stays valid, and what they earned is paid out. */
export async function endSellers(context: Context): Promise<void> {
  for (const id of await listEndedBusinesses(context.db, context.clock.now()))
    await context.db.transaction().execute(async (trx) => {
      await lockBusiness(trx, id);
      const seller = await findSellerDetail(trx, id);
      if (!seller?.ends_at || (seller.suspended_at && !seller.suspended_by_block)) return;
      await setSellerSuspended(context, trx, id, true);
    });
}

/** Takes everything off sale and out of sight, or puts it back. Orders stay as they are. */
export async function setSellerSuspended(
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  trx: Trx,
  sellerId: number,
  isSuspended: boolean,
  { isByBlock = false } = {},
): Promise<void> {
  const now = clock.now();
  await setBusiness(trx, sellerId, {
    suspended_at: isSuspended ? now : null,
    suspended_by_block: isSuspended && isByBlock,
    // Whoever lifts a suspension takes an end back; who lifts a block does not.
    ...(!isSuspended && !isByBlock && { ends_at: null }),
  });
  await setSellerProductsOnSale(trx, sellerId, !isSuspended, now);
  await jobs.enqueue(trx, 'offers.update-map-cells', {});
}

export const suspendSeller = (context: Context, call: OperatorCall<'suspendSeller'>) =>
  changeSeller(context, call, 'suspended', async (trx, { id, suspended_at, suspended_by_block }) => {
    if (suspended_at && !suspended_by_block) return false;
    await setSellerSuspended(context, trx, id, true);
    return true;
  });

export const reinstateSeller = (context: Context, call: OperatorCall<'reinstateSeller'>) =>
  changeSeller(context, call, 'reinstated', async (trx, { id, suspended_at, ends_at, is_blocked }) => {
    if (is_blocked) throw new AppError('conflict', { message: 'admin.isBlocked' });
    if (!suspended_at && !ends_at) return false;
    if (suspended_at) await setSellerSuspended(context, trx, id, false);
    else await setBusiness(trx, id, { ends_at: null });
    return true;
  });

export const holdPayouts = (context: Context, call: OperatorCall<'holdPayouts'>) =>
  changeSeller(context, call, 'payouts_held', async (trx, { id, payouts_held }) => {
    await setPayoutHold(trx, id, context.clock.now());
    return !payouts_held;
  });

export const releasePayouts = (context: Context, call: OperatorCall<'releasePayouts'>) =>
  changeSeller(context, call, 'payouts_released', async (trx, { id, payouts_held }) => {
    await setPayoutHold(trx, id, null);
    return payouts_held;
  });
