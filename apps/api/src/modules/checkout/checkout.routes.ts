import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { type EnterCode, getPrice } from '../credit/index.ts';
import type { PaymentProvider } from '../payments/index.ts';
import { listMyHolds } from './checkout.queries.ts';
import { completePayment } from './complete-payment.ts';
import { failPayment } from './expire-holds.ts';
import { buildPartsView, initiatePayment, validatePayment } from './initiate-payment.ts';
import { buildMbWayView, checkMbWay, leaveMbWay, requestMbWay, validateMbWayPhone } from './mb-way.ts';
import { quotePayment } from './quote-payment.ts';

export function checkoutRoutes(
  context: Context,
  { route }: Http,
  { provider, enterCode }: { provider: PaymentProvider; enterCode: EnterCode },
): void {
  route(endpoints.initiatePayment, (call) => initiatePayment(context, { provider, enterCode }, call), {
    validate: (call) => validatePayment(context, call),
  });
  route(endpoints.quotePayment, (call) => quotePayment(context, enterCode, call));
  route(endpoints.completePayment, (call) => completePayment(context, provider, call));
  route(endpoints.failPayment, (call) => failPayment(context, provider, call));
  route(endpoints.requestMbWay, (call) => requestMbWay(context, provider, call), {
    validate: validateMbWayPhone,
  });
  route(endpoints.checkMbWay, (call) => checkMbWay(context, provider, call));
  route(endpoints.leaveMbWay, (call) => leaveMbWay(context, provider, call));
  route(endpoints.listMyHolds, async ({ actor, language }) => ({
    data: (await listMyHolds(context.db, actor.id)).map(({ product_names: names, ...hold }) => ({
      ...hold,
      amount_cents: getPrice(hold),
      ...buildPartsView(hold),
      product_name: names?.[language] ?? hold.product_name,
      provider: provider.name,
      expires_at: hold.expires_at.toISOString(),
      mb_way: buildMbWayView(hold),
    })),
  }));
}
