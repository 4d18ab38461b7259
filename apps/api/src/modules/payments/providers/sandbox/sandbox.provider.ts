import type { Clock } from '../../../../platform/context.ts';
import type { Db } from '../../../../platform/db/database.ts';
import { generateToken } from '../../../identity/index.ts';
import type { Intent, PaymentProvider } from '../payment-provider.ts';
import {
  cancelIntent,
  captureIntent,
  findDispute,
  findIntent,
  insertIntent,
  listIntents,
  refundIntent,
} from './sandbox.queries.ts';

/** The built-in provider for development and demos; only this folder reads its tables. */
export function sandboxProvider(db: Db, clock: Clock): PaymentProvider {
  const retrieve = async (ref: string): Promise<Intent> => {
    const intent = await findIntent(db, ref);
    return {
      status: toIntent(intent.status),
      cardLast4: intent.card_last4,
      cardFingerprint: intent.card_fingerprint,
    };
  };
  return {
    name: 'sandbox',
    publishableKey: null,
    async createIntent({ amountCents, idempotencyKey, capturesLater = false }) {
      const ref = `pi_sandbox_${generateToken().slice(0, 24)}`;
      return insertIntent(db, {
        ref,
        clientSecret: `${ref}_secret_${generateToken().slice(0, 24)}`,
        idempotencyKey,
        capturesLater,
        amountCents,
        now: clock.now(),
      });
    },
    retrieve,
    async capture(ref) {
      await captureIntent(db, ref);
      return retrieve(ref);
    },
    async cancel(ref) {
      await cancelIntent(db, ref);
      return retrieve(ref);
    },
    refund: (ref, refund) => refundIntent(db, ref, { ...refund, now: clock.now() }),
    list: async (period) =>
      (await listIntents(db, period)).map((intent) => ({ ...intent, status: toIntent(intent.status) })),
    dispute: (ref) => findDispute(db, ref),
  };
}

const toIntent = (status: string): Intent['status'] => {
  if (status === 'requires_capture') return 'authorized';
  return status === 'succeeded' || status === 'canceled' ? status : 'open';
};
