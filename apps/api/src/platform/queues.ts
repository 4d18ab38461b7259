import type { QueuedMail, TextMail } from './mail/mail.ts';
import type { PushMessage } from './push.ts';

type Nothing = Record<string, never>;

/** Payloads by queue. Its name begins with the module that works on it; jobs outlive a version, and so do their payloads. */
export interface Queues {
  'admin.announce-legal-texts': Nothing;
  'admin.check-audit-log': Nothing;
  'admin.check-launch': Nothing;
  'admin.compute-tax-years': Nothing;
  'admin.delete-ended-sessions': Nothing;
  'admin.end-sellers': Nothing;
  'admin.erase-guests': Nothing;
  'admin.find-referral-signs': Nothing;
  'affiliates.add-up-visits': Nothing;
  'affiliates.approve-shares': Nothing;
  'allocation.announce-draw': { drawId: number };
  'allocation.close-draw': { drawId: number };
  'allocation.delete-expired-data': Nothing;
  'allocation.forget-cards': Nothing;
  'allocation.notify-entrant': {
    entryId: string;
    template: 'waitlistEnded' | 'waitlistCancelled' | 'waitlistPaused';
  };
  'allocation.notify-seller': {
    drawId: number;
    /** Only this member, whose quiet hours are over. */
    userId?: number;
  };
  'allocation.offer-units': { slotId: number };
  'allocation.plan-product': { productId: number };
  'allocation.run-draw': { drawId: number };
  'allocation.sweep': Nothing;
  'businesses.delete-expired-data': Nothing;
  'checkout.expire-hold': { paymentId: number };
  'checkout.expire-slot-holds': { slotId: number };
  'checkout.forget-unpaid-holds': Nothing;
  'checkout.handle-provider-notice': { ref: string };
  'checkout.pass-holds-on': { slotId: number };
  'checkout.schedule-expiries': Nothing;
  'checkout.sync-holds': Nothing;
  'checkout.sync-missed-intents': Nothing;
  'credit.delete-expired-data': Nothing;
  'credit.end': Nothing;
  'credit.notify-of-ends': Nothing;
  'identity.delete-expired-data': Nothing;
  'identity.purge-deleted-accounts': Nothing;
  'forecasts.ask-stock': Nothing;
  'forecasts.compute': Nothing;
  'ledger.check-balances': Nothing;
  'ledger.delete-expired-data': Nothing;
  'ledger.send-commission-invoice': { invoiceId: number };
  'ledger.send-commission-invoices': Nothing;
  'ledger.settle-months': Nothing;
  'media.delete-files': { keys: string[] };
  'notifications.delete-expired-data': Nothing;
  'notifications.send-mail': QueuedMail & { failures?: number };
  'notifications.send-push': {
    subscriptionId: number;
    message: PushMessage;
    /** Sent when this was the user's last browser and its subscription has ended. */
    mail: TextMail | null;
    /** ISO 8601. */
    until: string;
  };
  'offers.delete-expired-data': Nothing;
  'offers.notify-followers': Nothing;
  'offers.update-map-cells': Nothing;
  'orders.announce-order': { orderId: number };
  'orders.ask-value': { orderId: number };
  'orders.count-impact': Nothing;
  'orders.delete-expired-data': Nothing;
  'orders.mark-not-collected': Nothing;
  'orders.propose-values': Nothing;
  'orders.notify-seller': {
    orderId: number;
    event: 'sold' | 'cancelled' | 'report' | 'withdrawn';
    /** That were cancelled, when the rest of the order stands. */
    units?: number | undefined;
    /** Only this member, whose quiet hours are over. */
    userId?: number;
    /** The order left as few units as the member wants to be told of. */
    isLastUnit?: boolean;
  };
  'orders.translate-report': { orderId: number };
  'orders.translate-review': { orderId: number };
  'orders.translate-backlog': Nothing;
  'orders.send-reminder': { orderId: number };
  'orders.update-all-reliability': Nothing;
  'orders.update-reliability': { salePlaceId: number };
  'payments.apply-payout-way': Nothing;
  'payments.check-payout-deadlines': Nothing;
  'payments.delete-unpaid': Nothing;
  'payments.forget-customers': Nothing;
  'payments.poll-payout-accounts': Nothing;
  'payments.reconcile-provider': Nothing;
  'payments.record-dispute': { ref: string };
  'payments.record-trust': Nothing;
  'payments.record-provider-payout': { account: string; ref: string };
  'payments.retry-refunds': Nothing;
  'payments.send-refund': { refundId: number };
  'payments.sync-all-returns': Nothing;
  'payments.sync-all-provider-payouts': Nothing;
  'payments.sync-provider-payouts': Nothing;
  'payments.sync-payout-account': { ref: string };
  'payments.sync-recent-returns': Nothing;
  'payments.sync-returns': { ref: string };
  'payments.sync-transfer': { ref: string };
  'payments.transfer-earnings': Nothing;
  'products.delete-unused-slots': Nothing;
  'products.delete-unused-uploads': Nothing;
  'products.generate-slots': Nothing;
  'products.delete-old-imports': Nothing;
  'products.apply-allergen-rule': Nothing;
  'products.index': Nothing;
  'products.prepare-import-photos': { importId: number };
  'products.sum-slots': Nothing;
  'products.translate': { productId: number };
  'products.translate-backlog': Nothing;
  'products.write-import': { importId: number };
  'sale-places.erase-claim-photos': Nothing;
}

export type Queue = keyof Queues;
/** Queues whose jobs run at a time and have no payload. */
export type PeriodicQueue = { [Q in Queue]: Queues[Q] extends Nothing ? Q : never }[Queue];

/** Any module may enqueue these; others enqueue only what itself or a module below it works on. */
export const EVENTS: ReadonlySet<Queue> = new Set([
  'notifications.send-mail',
  'checkout.expire-hold',
  'checkout.expire-slot-holds',
  'checkout.handle-provider-notice',
  'checkout.pass-holds-on',
  'allocation.offer-units',
]);
