import Type from 'typebox';
import Value from 'typebox/value';
import { METADATA_MARK } from './stripe.rules.ts';

export type NoticeJob =
  | [
      queue:
        | 'payments.record-dispute'
        | 'payments.sync-payout-account'
        | 'payments.sync-returns'
        | 'payments.sync-transfer'
        | 'checkout.handle-provider-notice',
      data: { ref: string },
    ]
  | [queue: 'payments.record-provider-payout', data: { account: string; ref: string }];

/** An id of Stripe, e.g. 'pi_3Nf'. */
const Ref = Type.String({ pattern: '^\\w{1,255}$' });

/** Each event: what it is about is named by its `object`. */
const Notice = Type.Object({
  type: Type.String({ minLength: 1 }),
  account: Type.Optional(Type.Union([Ref, Type.Null()])),
  data: Type.Object({ object: Type.Object({ object: Type.String({ minLength: 1 }) }) }),
});

const Identified = Type.Object({ id: Ref });
const OfPayment = Type.Object({
  payment_intent: Type.Union([Ref, Identified, Type.Null()]),
});
const Intent = Type.Object({ id: Ref, metadata: Type.Record(Type.String(), Type.Unknown()) });

/** A signed notice without what notices of its type have. */
export class MalformedNoticeError extends Error {}

function read<Schema extends Type.TSchema>(schema: Schema, value: unknown): Type.Static<Schema> {
  if (Value.Check(schema, value)) return value;
  const [error] = Value.Errors(schema, value);
  throw new MalformedNoticeError(`${error?.instancePath || '/'} ${error?.message}`);
}

/** The job that a notice causes; null for what WoPack does nothing about. */
export function buildJob(notice: unknown): NoticeJob | null {
  const { type, data, account } = read(Notice, notice);
  const { object } = data;
  switch (object.object) {
    case 'payout': {
      const { id: ref } = read(Identified, object);
      // Of the account of a seller or partner: WoPack's own payouts have none.
      return account ? ['payments.record-provider-payout', { account, ref }] : null;
    }
    case 'transfer':
      return ['payments.sync-transfer', { ref: read(Identified, object).id }];
    case 'dispute':
      return ['payments.record-dispute', { ref: read(Identified, object).id }];
  }
  // Of the account itself, or of something that belongs to it and changes what it lacks.
  if (type === 'account.updated')
    return ['payments.sync-payout-account', { ref: read(Identified, object).id }];
  // Made by us or on Stripe's pages, and what became of it.
  if (object.object === 'refund' || type === 'charge.refunded') {
    const { payment_intent: intent } = read(OfPayment, object);
    const ref = typeof intent === 'string' ? intent : intent?.id;
    return ref ? ['payments.sync-returns', { ref }] : null;
  }
  // Other payment events are ignored: failures are detected when the hold expires.
  if (type !== 'payment_intent.succeeded' && type !== 'payment_intent.amount_capturable_updated') return null;
  const { id: ref, metadata } = read(Intent, object);
  return METADATA_MARK in metadata ? ['checkout.handle-provider-notice', { ref }] : null;
}
