import type { endpoints } from '@wopack/contract';
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';
import type { Context } from '../../../platform/context.ts';
import { AppError, blankError } from '../../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../../platform/http/route.ts';
import { findBusiness } from '../../identity/index.ts';
import { nextPayoutDay } from './payout-days.rules.ts';
import { findDetails, isVerified, storeDetails } from './payout-details.queries.ts';
import { lastPayout, owed } from './payouts.queries.ts';

type Needed = Pick<Context, 'db' | 'clock' | 'config'>;

export async function showPayout({ db, clock, config }: Needed, actor: { id: number }) {
  const now = clock.now();
  const [details, verified, business, accounts, last] = await Promise.all([
    findDetails(db, actor.id),
    isVerified(db, actor.id),
    findBusiness(db, actor.id),
    owed(db, actor.id, now),
    lastPayout(db, actor.id),
  ]);
  const missing = [
    ...(verified ? [] : (['email'] as const)),
    ...(business ? [] : (['business'] as const)),
    ...(details ? [] : (['iban'] as const)),
  ];
  return {
    data: {
      iban: details ? `•••• ${details.iban.slice(-4)}` : null,
      holder: details?.holder ?? '',
      missing,
      minimum_cents: config.operator.minPayoutCents,
      next_payout: nextPayoutDay(now, config.operatorZone),
      accounts,
      last: last ? { ...last, made_at: last.made_at.toISOString() } : null,
    },
  };
}

export const validatePayout = ({ body: { iban, holder } }: AcceptedCall<typeof endpoints.savePayout>) => ({
  iban: iban !== undefined && ibanError(iban),
  holder: blankError(holder),
});

function ibanError(written: string): string | null {
  const iban = electronicFormatIBAN(written);
  if (!iban || !isValidIBAN(iban)) return 'ledger.iban';
  // Transfers go through SEPA alone.
  return isSEPACountry(iban.slice(0, 2)) ? null : 'ledger.ibanNotSepa';
}

/** Only for those whose address is proven: nobody else’s money goes anywhere by a stolen password alone. */
export async function savePayout(context: Needed, { actor, body }: Call<typeof endpoints.savePayout>) {
  const { db, clock } = context;
  const iban = electronicFormatIBAN(body.iban)!;
  const holder = body.holder.trim();
  await db.transaction().execute(async (trx) => {
    if (!(await isVerified(trx, actor.id)))
      throw new AppError('conflict', { message: 'identity.verifyFirst' });
    await storeDetails(trx, actor.id, { iban, holder, updated_at: clock.now() });
  });
  return showPayout(context, actor);
}
