import { buffer } from 'node:stream/consumers';
import { formatCents, getLocale, type Language } from '@wopack/domain';
import PDFDocument from 'pdfkit';
import { translate } from '../../../platform/messages/translate.ts';
import { FONTS, makePrintable } from '../../../platform/pdf/printable-text.ts';
import type { Receipt } from './receipts.queries.ts';

/** Sentences are in the reader's language. */
export interface ReceiptPdfInput {
  language: Language;
  id: number;
  createdAt: string;
  receipt: Receipt | null;
  place: { name: string; address: string };
  name: string;
  pickup: string;
  price_cents: number;
  /** Number and price of one unit, where there are several. */
  units: { count: number; price_cents: number } | null;
  /** What went back, and what is to and has not yet. */
  back: { card_cents: number; credit_cents: number; pending_cents: number };
  credit_cents: number;
  discount_cents: number;
  /** Whom the seller issues the invoice for. */
  buyer: { name: string | null; tax_number: string } | null;
  vat: string;
  paid: string;
  /** Whether the buyer may withdraw, and why not. */
  withdrawal: string;
  /** Under which the purchase was made; null: of before versions were kept. */
  terms: { version: string; url: string } | null;
}

/** One page; called by `receipt-process.ts`. */
export async function buildReceiptPdf(input: ReceiptPdfInput): Promise<Uint8Array> {
  const { language } = input;
  const { value: order, isTransliterated } = makePrintable(input);
  const { receipt: seller, back, units } = order;
  const t = (key: string, values?: Record<string, string | number>) =>
    translate(`orders.receipt.${key}`, language, values);
  const formatMoney = (cents: number) => formatCents(cents, language).replaceAll('\u202f', '\u00a0');
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 48,
    font: FONTS.plain,
    lang: language,
    info: { Title: `${t('title')} ${order.id}`, Author: 'WoPack', CreationDate: new Date(order.createdAt) },
  });
  const content = buffer(pdf);
  const setBold = (size: number) => pdf.font(FONTS.bold).fontSize(size);
  const setPlain = (size = 10) => pdf.font(FONTS.plain).fontSize(size);

  setBold(20).text(t('title'));
  setPlain(11)
    .text(t('order', { id: order.id }))
    .moveDown();

  setBold(10).text(t('seller'));
  const countryNames = new Intl.DisplayNames(getLocale(language), { type: 'region' });
  setPlain()
    .text(
      seller
        ? [
            seller.seller_name,
            seller.seller_address,
            countryNames.of(seller.seller_country),
            `${t('vatNumber')} ${seller.vat_number}`,
          ].join('\n')
        : t('noSeller'),
    )
    .moveDown(0.5);
  const { buyer } = order;
  if (buyer) {
    setBold(10).text(t('buyer'));
    setPlain()
      .text([...(buyer.name ? [buyer.name] : []), `${t('buyerTaxNumber')} ${buyer.tax_number}`].join('\n'))
      .moveDown(0.5);
  }
  setBold(10).text(t('pickupAt'));
  setPlain().text(`${order.place.name}\n${order.place.address}`).moveDown();

  const buildRow = (text: string, cents: number) => [
    text,
    { text: formatMoney(cents), align: { x: 'right' as const } },
  ];
  setPlain().table({
    columnStyles: ['*', 110],
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: '#cccccc', padding: 5 },
    data: [
      buildRow(
        [order.name, order.pickup, units && `${units.count} × ${formatMoney(units.price_cents)}`]
          .filter(Boolean)
          .join('\n'),
        order.price_cents,
      ),
      ...(order.discount_cents > 0 ? [buildRow(t('discount'), -order.discount_cents)] : []),
      ...(order.credit_cents > 0 ? [buildRow(t('credit'), -order.credit_cents)] : []),
      buildRow(t('total'), order.price_cents - order.discount_cents - order.credit_cents),
      ...(back.card_cents > 0 ? [buildRow(t('refunded'), -back.card_cents)] : []),
      ...(back.credit_cents > 0 ? [buildRow(t('refundedCredit'), -back.credit_cents)] : []),
      ...(back.pending_cents > 0 ? [buildRow(t('refundPending'), -back.pending_cents)] : []),
    ],
  });
  pdf.moveDown(0.5);
  setPlain().text(order.vat).text(order.paid).moveDown();
  setBold(10).text(t(buyer ? 'shopInvoices' : 'notInvoice'));
  setPlain(9).text(t('arranged'));
  setPlain(9).text(order.withdrawal);
  if (order.terms) setPlain(9).text(t('terms', order.terms));
  if (isTransliterated)
    setPlain(8)
      .moveDown()
      .text(`* ${t('transliterated')}`);
  pdf.end();
  return content;
}
