import type { Context } from '../../platform/context.ts';
import { inTurn } from './in-turn.ts';
import { lookedUntil, noteLook, unpaidAmong } from './payments.queries.ts';
import type { PaymentProvider } from './provider.ts';
import { type OnPaid, settle } from './settle.ts';

const HOUR = 3_600_000;
/** Longer than a hold: whatever was open at the last look is looked at again. */
const OVERLAP_MS = HOUR;
/** How far back the very first look goes. */
const FIRST_LOOK_MS = 48 * HOUR;

/**
 * Goes through the provider's own list of what was opened since the last look. Finds money that came for a hold which
 * had ended while nobody could ask, and whose notice was lost; closes what nobody waits for, lest it be paid later.
 */
export async function catchUp(context: Context, provider: PaymentProvider, onPaid: OnPaid): Promise<void> {
  const { db, clock } = context;
  const to = clock.now();
  const last = await lookedUntil(db, provider.name);
  const from = new Date(last ? last.getTime() - OVERLAP_MS : to.getTime() - FIRST_LOOK_MS);
  const listed = await provider.list({ from, to });
  const unpaid = await unpaidAmong(
    db,
    listed.filter(({ status }) => status !== 'canceled').map(({ id }) => id),
  );
  const close = async ({ id, provider_ref: ref }: (typeof unpaid)[number]) => {
    const intent = await provider.cancel(ref);
    if (intent.status === 'succeeded') await settle(context, onPaid, id, intent.cardLast4);
  };
  await inTurn(unpaid.map((one) => () => close(one)));
  await noteLook(db, provider.name, to);
}
