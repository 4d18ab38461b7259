import { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/rules';
import type { Context, Http } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/error.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { answerCard } from './cards.rules.ts';
import { insertDispute, lockIntentBySecret, setIntent } from './sandbox.queries.ts';

/** What the card form talks to: the part of the provider that faces the browser. */
export function sandboxRoutes({ db, clock, jobs }: Context, { route }: Http): void {
  const succeed = async (trx: Trx, ref: string) => {
    await setIntent(trx, ref, { status: 'succeeded' });
    // The provider's own notice: a browser closed at this moment loses nothing.
    await jobs.enqueue(trx, 'payments.notice', { ref });
    return { status: 'succeeded' as const };
  };

  const dispute = async (trx: Trx, intentRef: string) => {
    const ref = `dp_sandbox_${intentRef}`;
    await insertDispute(trx, { ref, intent_ref: intentRef, created_at: clock.now() });
    await jobs.enqueue(trx, 'payments.dispute', { ref });
  };

  route(endpoints.sandboxConfirm, ({ body, language }) =>
    db.transaction().execute(async (trx) => {
      const intent = await lockIntentBySecret(trx, body.client_secret);
      if (!intent) throw new AppError('notFound');
      if (intent.status === 'succeeded') return { status: 'succeeded' as const };
      if (intent.status === 'canceled') return failure('payment_intent_unexpected_state', language);
      const answer = answerCard(body.card, clock.now());
      if (answer.outcome === 'failed') return failure(answer.code, language);
      const last4 = body.card.number.replace(/\D/g, '').slice(-4);
      await setIntent(trx, intent.ref, { status: 'requires_action', card_last4: last4 });
      if (answer.outcome === 'requires_action') return { status: 'requires_action' as const };
      const paid = await succeed(trx, intent.ref);
      if (answer.outcome === 'disputed') await dispute(trx, intent.ref);
      return paid;
    }),
  );

  route(endpoints.sandboxAuthenticate, ({ body, language }) =>
    db.transaction().execute(async (trx) => {
      const intent = await lockIntentBySecret(trx, body.client_secret);
      if (!intent) throw new AppError('notFound');
      if (intent.status === 'succeeded') return { status: 'succeeded' as const };
      if (intent.status !== 'requires_action') return failure('payment_intent_unexpected_state', language);
      if (body.approve) return succeed(trx, intent.ref);
      await setIntent(trx, intent.ref, { status: 'requires_payment_method' });
      return failure('authentication_required', language);
    }),
  );
}

const failure = (code: string, language: Language) => ({
  status: 'failed' as const,
  error: { code, message: translate(`sandbox.${code}`, language) },
});
