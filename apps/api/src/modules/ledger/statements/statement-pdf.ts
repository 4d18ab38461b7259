import { buffer } from 'node:stream/consumers';
import type { StatementParty } from '@wopack/contract';
import { formatCents, formatHundredths, formatPercent, getLocale, type Language } from '@wopack/domain';
import PDFDocument from 'pdfkit';
import { translate } from '../../../platform/messages/translate.ts';
import { FONTS, makePrintable } from '../../../platform/pdf/printable-text.ts';
import type { StatementView } from './get-statements.ts';

export interface StatementPdfInput {
  statement: StatementView;
  language: Language;
  timeZone: string;
}

/** Takes about a millisecond for each line: called by `statement-process.ts`. */
export async function buildStatementPdf({
  statement: input,
  language,
  timeZone,
}: StatementPdfInput): Promise<Uint8Array> {
  const { value: statement, isTransliterated } = makePrintable(input);
  const t = (key: string, values?: Record<string, string | number>) =>
    translate(`ledger.${key}`, language, values);
  const formatMoney = (cents: number) => formatCents(cents, language).replaceAll('\u202f', '\u00a0');
  const formatDay = (date: string, zone = 'UTC') =>
    new Intl.DateTimeFormat(getLocale(language), {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      timeZone: zone,
    }).format(new Date(date));
  const month = new Intl.DateTimeFormat(getLocale(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${statement.month}-15T12:00:00Z`));
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 48,
    // The number of pages is known at the end.
    bufferPages: true,
    font: FONTS.plain,
    lang: language,
    info: {
      Title: `${t('statement.title')} ${statement.number}`,
      Author: input.issuer.name,
      CreationDate: new Date(statement.issued_at),
    },
  });
  const content = buffer(pdf);
  const setBold = (size: number) => pdf.font(FONTS.bold).fontSize(size);
  const setPlain = (size = 9) => pdf.font(FONTS.plain).fontSize(size);

  setBold(18).text(t('statement.title'));
  setPlain(11).text(`${statement.number} · ${month} · ${t(`role.${statement.role}`)}`);
  setPlain().text(t('statement.issued', { day: formatDay(statement.issued_at, timeZone) }));
  if (statement.role === 'seller') {
    // A sale counts when it can no longer be reported: two days after its window.
    const firstDay = Temporal.PlainDate.from(`${statement.month}-01`);
    const pickupDays = [firstDay, firstDay.add({ months: 1 }).subtract({ days: 1 })].map(
      (day) => new Date(`${day.subtract({ days: 2 })}T12:00:00Z`),
    ) as [Date, Date];
    const days = new Intl.DateTimeFormat(getLocale(language), {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }).formatRange(...pickupDays);
    setPlain().text(t('statement.period', { days: days.replaceAll(/[\u2009\u202f]/g, ' ') }));
  }
  if (statement.is_former) setPlain().text(t('statement.former'));
  if (statement.corrects) {
    setPlain().text(t('statement.corrects', { number: statement.corrects, reason: statement.reason ?? '' }));
  }
  pdf.moveDown();
  const countryNames = new Intl.DisplayNames(getLocale(language), { type: 'region' });
  const formatParty = ([party, heading]: [StatementParty, string]) =>
    [
      heading,
      party.name,
      party.address,
      party.country && countryNames.of(party.country),
      party.vat_number && `${t('statement.vatNumber')} ${party.vat_number}`,
    ]
      .filter(Boolean)
      .join('\n');
  setPlain().table({
    defaultStyle: { border: false, padding: 2 },
    data: [
      [
        formatParty([statement.issuer, t('statement.from')]),
        formatParty([statement.party, t('statement.for')]),
      ],
    ],
  });
  pdf.moveDown();
  const buildSumRow = (name: string, cents: number) => [
    name,
    { text: formatMoney(cents), align: { x: 'right' as const } },
  ];
  setPlain(10).table({
    columnStyles: ['*', 110],
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: '#cccccc', padding: 4 },
    data: [
      buildSumRow(t('statement.opening'), statement.opening_cents),
      ...statement.sums.map(({ kind, count, amount_cents }) =>
        // A partner's month is one line, however many shares it adds up.
        buildSumRow(kind === 'share' ? t(`kind.${kind}`) : `${t(`kind.${kind}`)} × ${count}`, amount_cents),
      ),
      buildSumRow(t('statement.closing'), statement.closing_cents),
    ],
  });
  if (statement.role === 'seller') {
    setPlain()
      .moveDown(0.5)
      .text(
        t('statement.vat', {
          commission: formatMoney(statement.commission_cents),
          vat: formatMoney(statement.vat_cents),
          net: formatMoney(statement.commission_cents - statement.vat_cents),
          percent: formatPercent(statement.vat_percent, language),
        }),
      )
      .moveDown(0.5)
      .text(
        t(statement.commission_invoices.length > 0 ? 'statement.isInvoicedApart' : 'statement.isNoInvoice'),
      );
  }
  pdf.moveDown();
  const heading = `${t('statement.title')} ${statement.number} · ${month} · ${statement.party.name}`;
  const columns: readonly Column[] = statement.role === 'seller' ? SELLER_COLUMNS : PARTNER_COLUMNS;
  const buildCells: Record<Column['name'], (line: StatementView['lines'][number]) => string> = {
    day: ({ day }) => formatDay(day),
    kind: ({ kind }) => t(`kind.${kind}`),
    order: ({ order_id: id }) => (id === null ? '' : String(id)),
    pack: ({ text }) => text,
    price: ({ price_cents: cents }) => formatMoney(cents),
    commission: ({ commission_cents: cents }) => formatMoney(-cents),
    exact: ({ exact_hundredths: hundredths }) =>
      hundredths === null ? '' : formatHundredths(hundredths, language).replaceAll('\u202f', '\u00a0'),
    amount: ({ amount_cents: cents }) => formatMoney(cents),
  };
  const buildRow = (getText: (name: Column['name']) => string) =>
    columns.map(({ name, isAmount }) => ({ text: getText(name), ...(isAmount && { align: alignRight }) }));
  const startTable = () =>
    setPlain(8)
      .table({
        columnStyles: columns.map(({ width }) => width),
        rowStyles: (row) => (row === 0 ? { backgroundColor: '#fff3d1' } : {}),
        defaultStyle: { border: [0, 0, 0.5, 0], borderColor: '#dddddd', padding: CELL_PADDING },
      })
      .row(buildRow((name) => t(`csv.${name}`)));
  let table = startTable();
  for (const line of statement.lines) {
    const height = pdf.heightOfString(line.text, { width: TEXT_WIDTH - 2 * CELL_PADDING }) + 2 * CELL_PADDING;
    // The library breaks pages by itself, but without repeating the headings.
    if (pdf.y + height > pdf.page.maxY()) {
      table.end();
      pdf.addPage();
      setPlain(9).text(heading).moveDown();
      table = startTable();
    }
    table.row(buildRow((name) => buildCells[name](line)));
  }
  table.end();
  if (isTransliterated)
    setPlain(8)
      .text(`* ${t('statement.transliterated')}`, pdf.page.margins.left)
      .moveDown();
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index);
    // Text below the margin would add a page.
    pdf.page.margins.bottom = 0;
    setPlain(8).text(
      `${statement.number} · ${t('statement.page', { page: index + 1, pages: count })}`,
      48,
      pdf.page.height - 36,
      { align: 'center', lineBreak: false, width: pdf.page.width - 96 },
    );
  }
  pdf.end();
  return content;
}

/** Points; the columns fill the width between the margins. */
const TEXT_WIDTH = 115;
const CELL_PADDING = 3;
const alignRight = { x: 'right' as const };

interface Column {
  name: 'day' | 'kind' | 'order' | 'pack' | 'price' | 'commission' | 'exact' | 'amount';
  width: number;
  isAmount?: boolean;
}

const SELLER_COLUMNS: readonly Column[] = [
  { name: 'day', width: 64 },
  { name: 'kind', width: 92 },
  { name: 'order', width: 46 },
  { name: 'pack', width: TEXT_WIDTH },
  { name: 'price', width: 58, isAmount: true },
  { name: 'commission', width: 62, isAmount: true },
  { name: 'amount', width: 62, isAmount: true },
];

const PARTNER_COLUMNS: readonly Column[] = [
  { name: 'day', width: 90 },
  { name: 'kind', width: 209 },
  { name: 'exact', width: 100, isAmount: true },
  { name: 'amount', width: 100, isAmount: true },
];
