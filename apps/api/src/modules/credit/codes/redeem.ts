import type { endpoints } from '@wopack/contract';
import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { lockUser } from '../../identity/index.ts';
import { normalizeCode } from '../credit.rules.ts';
import { viewMyCredit } from '../give/my-credit.ts';
import { createGrant } from '../grants.ts';
import type { CodeTries } from '../reserve/code-tries.ts';
import { findCodeForUser, insertUse, takeCodeUse } from './codes.queries.ts';
import { type CodeRefusal, findCodeRefusal } from './codes.rules.ts';
import { hashAddress } from './codes.ts';

/** Gives the credit of a code to whoever enters it. */
export async function redeemCode(
  context: Context,
  codeTries: CodeTries,
  { actor: { id: userId }, body, request }: Call<typeof endpoints.redeemCode>,
) {
  const taken = await codeTries({ userId, request }, async () => {
    const code = normalizeCode(body.code) ?? '';
    const result = await context.db
      .transaction()
      .execute((trx) => takeCredit(context, trx, { userId, code }));
    return { result, isWrong: typeof result === 'string' };
  });
  if (typeof taken === 'string') throw createValidationError('code', taken);
  const { data } = await viewMyCredit(context, userId);
  return { data: { ...data, added_cents: taken } };
}

/** Returns how much it gave, or why nothing. */
async function takeCredit(
  { clock, secrets }: Pick<Context, 'clock' | 'secrets'>,
  trx: Trx,
  { userId, code: typed }: { userId: number; code: string },
): Promise<number | CodeRefusal> {
  const now = clock.now();
  // Uses of one account wait for each other.
  const user = await lockUser(trx, userId);
  if (!user) throw new AppError('notSignedIn');
  // An address that is not proved may be anybody's.
  const addressHash = user.email_verified_at ? hashAddress(secrets, user.email) : null;
  const code = await findCodeForUser(trx, typed, { userId, addressHash });
  const amountCents = code?.amount_cents ?? 0;
  const refusal = findCodeRefusal(code, amountCents, now);
  if (refusal) return refusal;
  if (code!.effect !== 'credit') return 'credit.code.forCheckout';
  if (!(await takeCodeUse(trx, { codeId: code!.id, amountCents, now }))) return 'credit.code.usedUp';
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
