import { join } from 'node:path';
import type { endpoints } from '@wopack/contract';
import {
  formatCents,
  formatPercent,
  formatPostalAddress,
  getLegalTextPath,
  getLocale,
  type Language,
  ofUnits,
  pickupDateText,
  splitPaid,
  splitVat,
  type VatRate,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { composeSentence } from '../../../platform/mail/compose-mail.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { createPdfs } from '../../../platform/pdf/create-pdfs.ts';
import { findVersionAt } from '../../identity/index.ts';
import {
  formatUnits,
  getMeans,
  getPaidParts,
  methodNames,
  type OrderParts,
  ofBusiness,
} from '../orders.rules.ts';
import type { ReceiptPdfInput } from './receipt-pdf.ts';
import { findOrderForReceipt, findReceipt, insertReceipt, type Receipt } from './receipts.queries.ts';

type ReceiptOrder = NonNullable<Awaited<ReturnType<typeof findOrderForReceipt>>>;

/** With the legal identity of its seller, as it is now. */
type IssuedOrder = Pick<ReceiptOrder, 'id' | Extract<keyof ReceiptOrder, `issuer_${string}`>>;

/**
 * Who sold, by law, as of the first call: a receipt does not change with the seller's details. Null while the seller has
 * not entered any, which is possible.
 */
async function getOrIssueReceipt(db: DbOrTrx, order: IssuedOrder, now: Date) {
  // Most are asked for once, by the mail of the purchase.
  const issued =
    order.issuer_name !== null &&
    (await insertReceipt(db, {
      order_id: order.id,
      issued_at: now,
      seller_name: order.issuer_name,
      seller_address: formatPostalAddress({
        address: order.issuer_address!,
        post_code: order.issuer_post_code,
        city: order.issuer_city,
        country: order.issuer_country!,
      }),
      seller_country: order.issuer_country!,
      vat_number: order.issuer_vat_number!,
      vat_percent: order.issuer_vat_percent,
    }));
  return (issued || (await findReceipt(db, order.id))) ?? null;
}

function buildPdfInput(
  order: ReceiptOrder,
  receipt: Receipt | null,
  language: Language,
): Omit<ReceiptPdfInput, 'terms'> {
  const { time_zone: timeZone } = order;
  const back = splitPaid(getPaidParts(order), order.refunded_cents);
  const cardReturned = Math.min(order.card_returned_cents, back.cardCents);
  // With the year: a receipt is kept.
  const at = new Intl.DateTimeFormat(getLocale(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(order.created_at);
  return {
    language,
    id: order.id,
    createdAt: order.created_at.toISOString(),
    receipt,
    place: { name: order.place_name, address: order.place_address },
    name: formatUnits(order.product_names?.[language] ?? order.product_name, {
      ...order,
      units: order.quantity,
    }),
    pickup: pickupDateText(order.pickup_start, order.pickup_end, timeZone, language),
    price_cents: order.price_cents,
    units:
      order.quantity > 1
        ? { count: order.quantity, price_cents: ofUnits(order.price_cents, order, 1) }
        : null,
    back: {
      card_cents: cardReturned,
      credit_cents: back.creditCents,
      pending_cents: back.cardCents - cardReturned,
    },
    credit_cents: order.credit_cents,
    discount_cents: order.discount_cents,
    buyer: order.invoice_tax_number
      ? { name: order.invoice_name, tax_number: order.invoice_tax_number }
      : null,
    vat: formatVat(getVatRate(order, receipt), getSoldCents(order), language),
    withdrawal: translate(`orders.receipt.${order.is_perishable ? 'perishable' : 'withdrawable'}`, language),
    paid: translate(`orders.receipt.paid${getMeans(order)}`, language, {
      at,
      card: order.card_last4 ?? '',
      method: methodNames[order.method],
    }),
  };
}

export function createReceiptPdfs({ db, clock, config }: Context) {
  const getPdf = createPdfs<ReceiptPdfInput>({ script: join(import.meta.dirname, 'receipt-process.ts') });
  return async (call: Call<typeof endpoints.exportReceiptPdf>) => {
    const { actor, params, language } = call;
    const order = await findOrderForReceipt(db, params.id);
    if (order?.user_id !== actor.id) throw new AppError('notFound');
    const receipt = await getOrIssueReceipt(db, order, clock.now());
    const { invoice_name: name, invoice_tax_number: number } = order;
    const { refunded_cents: refunded, card_returned_cents: returned } = order;
    const key = JSON.stringify([order.id, refunded, returned, receipt !== null, language, name, number]);
    const content = await getPdf(call, key, async () => {
      // That of the hold: a version that begins while somebody pays is for the next purchase.
      const version = await findVersionAt(db, 'terms', order.held_at);
      const terms = version && { version, url: config.publicUrl + getLegalTextPath('terms', version) };
      return { ...buildPdfInput(order, receipt, language), terms: terms || null };
    });
    return { name: `wopack-${order.id}.pdf`, content };
  };
}

/** The seller in one line: legal name, address, country and tax number. */
function formatSeller(
  { seller_name, seller_address, seller_country, vat_number }: Receipt,
  language: Language,
) {
  const country = new Intl.DisplayNames(getLocale(language), { type: 'region' }).of(seller_country)!;
  return [seller_name, seller_address.replaceAll(/\s*\n\s*/g, ', '), country, vat_number].join(', ');
}

/** That of the product, else the one of all that the seller sells, as of the receipt. */
const getVatRate = (order: { own_vat_rate: VatRate }, receipt: Receipt | null): VatRate =>
  order.own_vat_rate ?? receipt?.vat_percent ?? null;

/** The amount that the seller sells for: a discount that WoPack pays is a part of it, one that the business pays is not. */
const getSoldCents = (order: OrderParts): number =>
  order.price_cents - ofBusiness(order, order.discount_cents);

/** What a price contains, as the seller states it. */
function formatVat(rate: VatRate, priceCents: number, language: Language): string {
  if (rate === null) return translate('orders.receipt.vatNotStated', language);
  if (rate === 'mixed') return translate('orders.receipt.vatMixed', language);
  if (rate === 0) return translate('orders.receipt.vatExempt', language);
  return translate('orders.receipt.vat', language, {
    percent: formatPercent(rate, language),
    vat: formatCents(splitVat(priceCents, rate).taxCents, language),
  });
}

/** Placeholders of the mail of a purchase, which is a receipt too. */
export async function buildReceiptValues(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  order: IssuedOrder & {
    invoice_tax_number: string | null;
    own_vat_rate: VatRate;
  } & OrderParts,
  language: Language,
) {
  const receipt = await getOrIssueReceipt(db, order, clock.now());
  return {
    seller: receipt
      ? composeSentence('mail.soldBy', language, { seller: formatSeller(receipt, language) })
      : { composed: translate('orders.receipt.noSeller', language) },
    vat: { composed: formatVat(getVatRate(order, receipt), getSoldCents(order), language) },
    notInvoice: {
      composed: translate(
        order.invoice_tax_number ? 'orders.receipt.shopInvoices' : 'orders.receipt.notInvoice',
        language,
      ),
    },
  };
}
