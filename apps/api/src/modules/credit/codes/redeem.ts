import type { endpoints } from '@wopack/contract';
import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { lockUser } from '../../identity/index.ts';
import { viewMyCredit } from '../give/my-credit.ts';
import { createGrant } from '../grants.ts';
import type { EnterCode } from './code-tries.ts';
import { findCodeForUser, insertUse, takeCodeUse } from './codes.queries.ts';
import { findCodeRefusal, isGuess, normalizeCode } from './codes.rules.ts';
import { hashAddress } from './codes.ts';

/** Gives the credit of a code to whoever enters it. Only wrong codes count for the limit. */
export async function redeemCode(
  context: Context,
  enterCode: EnterCode,
  call: Call<typeof endpoints.redeemCode>,
) {
  const { id: userId } = call.actor;
  const finish = await enterCode(call);
  try {
    const addedCents = await context.db
      .transaction()
      .execute((trx) => takeCredit(context, trx, { userId, code: normalizeCode(call.body.code) }));
    await finish('success');
    const { data } = await viewMyCredit(context, userId);
    return { data: { ...data, added_cents: addedCents } };
  } catch (error) {
    await finish(error instanceof AppError && isGuess(error.details.fields?.code) ? 'failure' : 'none');
    throw error;
  }
}

async function takeCredit(
  { clock, secrets }: Pick<Context, 'clock' | 'secrets'>,
  trx: Trx,
  { userId, code: typed }: { userId: number; code: string },
): Promise<number> {
  const now = clock.now();
  // Uses of one account wait for each other.
  const user = await lockUser(trx, userId);
  if (!user) throw new AppError('notSignedIn');
  // An address that is not proved may be anybody's.
  const addressHash = user.email_verified_at ? hashAddress(secrets, user.email) : null;
  const code = await findCodeForUser(trx, typed, { userId, addressHash });
  const amountCents = code?.amount_cents ?? 0;
  const refusal = findCodeRefusal(code, amountCents, now);
  if (refusal) throw createValidationError('code', refusal);
  if (code!.effect !== 'credit') throw createValidationError('code', 'credit.codeForCheckout');
  if (!(await takeCodeUse(trx, { codeId: code!.id, amountCents, now })))
    throw createValidationError('code', 'credit.codeUsedUp');
  const grant = await createGrant(trx, {
    userId,
    source: 'code',
    amountCents,
    sellerId: null,
    codeId: code!.id,
    endsAt: code!.credit_days === null ? null : new Date(now.getTime() + code!.credit_days * DAY_MS),
    now,
  });
  await insertUse(trx, {
    code_id: code!.id,
    user_id: userId,
    grant_id: grant!.id,
    amount_cents: amountCents,
    created_at: now,
  });
  return amountCents;
}
