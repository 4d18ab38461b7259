import { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { Context, Http } from '../../../../platform/context.ts';
import type { Trx } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { translate } from '../../../../platform/messages/translate.ts';
import { decideCard } from './cards.rules.ts';
import { insertDispute, lockIntentBySecret, updateIntent } from './sandbox.queries.ts';

/** The provider's calls for the card form. */
export function sandboxRoutes({ db, clock, jobs, secrets }: Context, { route }: Http): void {
  const succeed = async (
    trx: Trx,
    { ref, captures_later }: { ref: string; captures_later: boolean },
    card: { card_last4?: string; card_fingerprint?: string } = {},
  ) => {
    await updateIntent(trx, ref, { status: captures_later ? 'requires_capture' : 'succeeded', ...card });
    // Stands for a webhook: the payment settles even if the browser is closed now.
    await jobs.enqueue(trx, 'checkout.handle-provider-notice', { ref });
    return { status: 'succeeded' as const };
  };

  const dispute = async (trx: Trx, intentRef: string) => {
    const ref = `dp_sandbox_${intentRef}`;
    await insertDispute(trx, { ref, intent_ref: intentRef, created_at: clock.now() });
    await jobs.enqueue(trx, 'payments.record-dispute', { ref });
  };

  route(endpoints.confirmSandboxPayment, ({ body, language }) =>
    db.transaction().execute(async (trx) => {
      const intent = await lockIntentBySecret(trx, body.client_secret);
      if (!intent) throw new AppError('notFound');
      if (isDone(intent.status)) return { status: 'succeeded' as const };
      if (intent.status === 'canceled') return buildFailure('payment_intent_unexpected_state', language);
      const decision = decideCard(body.card, clock.now());
      if (decision.outcome === 'failed') return buildFailure(decision.code, language);
      const number = body.card.number.replace(/\D/g, '');
      const change = {
        card_last4: number.slice(-4),
        card_fingerprint: secrets.hash('card', number).toString('hex'),
      };
      if (decision.outcome === 'requires_action') {
        await updateIntent(trx, intent.ref, { status: 'requires_action', ...change });
        return { status: 'requires_action' as const };
      }
      const isPaid = await succeed(trx, intent, change);
      if (decision.outcome === 'disputed') await dispute(trx, intent.ref);
      return isPaid;
    }),
  );

  route(endpoints.authenticateSandboxPayment, ({ body, language }) =>
    db.transaction().execute(async (trx) => {
      const intent = await lockIntentBySecret(trx, body.client_secret);
      if (!intent) throw new AppError('notFound');
      if (isDone(intent.status)) return { status: 'succeeded' as const };
      if (intent.status !== 'requires_action')
        return buildFailure('payment_intent_unexpected_state', language);
      if (body.approve) return succeed(trx, intent);
      await updateIntent(trx, intent.ref, { status: 'requires_payment_method' });
      return buildFailure('authentication_required', language);
    }),
  );
}

/** As far as the card form can tell: charged, or authorised to be charged by the server. */
const isDone = (status: string): boolean => status === 'succeeded' || status === 'requires_capture';

const buildFailure = (code: string, language: Language) => ({
  status: 'failed' as const,
  error: { code, message: translate(`sandbox.${code}`, language) },
});
