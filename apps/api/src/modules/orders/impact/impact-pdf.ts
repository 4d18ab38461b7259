import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { FONTS, makePrintable } from '../../../platform/pdf/printable-text.ts';
import { createImpactTexts, type ImpactFileInput } from './impact-texts.ts';

/** Twelve months, the packs of the last one, and how all of it is counted. */
export async function buildImpactPdf(input: ImpactFileInput): Promise<Uint8Array> {
  const { language } = input;
  const { value, isTransliterated } = makePrintable(input);
  const { impact, subject } = value;
  const { t, ...texts } = createImpactTexts(language);
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 48,
    font: FONTS.plain,
    lang: language,
    info: { Title: `${t('title')} ${impact.month}`, Author: 'WoPack' },
  });
  const content = buffer(pdf);
  const setBold = (size: number) => pdf.font(FONTS.bold).fontSize(size);
  const setPlain = (size = 10) => pdf.font(FONTS.plain).fontSize(size);
  const right = (text: string) => ({ text, align: { x: 'right' as const } });
  const defaultStyle: PDFKit.Mixins.CellStyle = {
    border: [0, 0, 0.5, 0],
    borderColor: '#cccccc',
    padding: 5,
  };
  const last = impact.months.at(-1)!;

  setBold(20).text(t('title'));
  setPlain(12).text(subject ?? t('mine'));
  setPlain(12).text(texts.formatMonth(impact.month)).moveDown();

  setPlain(11).table({
    columnStyles: ['*', 160],
    defaultStyle,
    data: [
      [t('packs'), right(texts.formatCount(last.packs))],
      [t('weight'), right(last.packs_with_weight > 0 ? texts.formatKilos(last.grams) : t('notSaid'))],
      [t('saved'), right(texts.formatMoney(last.saved_cents))],
    ],
  });
  pdf.moveDown(0.5);
  const notes = [texts.describeWeight(last), impact.is_present ? t('present') : null].filter(
    (note) => note !== null,
  );
  for (const note of notes) setPlain(9).text(note);
  pdf.moveDown();

  if (impact.products.length > 0) {
    setPlain(9).table({
      columnStyles: ['*', 90, 100],
      defaultStyle,
      data: [
        [t('product'), right(t('packs')), right(t('each'))],
        ...impact.products.map((product) => [
          `${product.name}\n${product.sale_place}`,
          right(texts.formatCount(product.packs)),
          right(product.weight_grams === null ? t('notSaid') : texts.formatWeight(product.weight_grams)),
        ]),
      ],
    });
    pdf.moveDown();
  }

  const buildRow = (name: string, row: typeof impact.sum & { is_hidden?: boolean }) => [
    name,
    ...(row.is_hidden ? ['–', '–', '–'].map(right) : buildFigures(row)),
  ];
  const buildFigures = (row: typeof impact.sum) => [
    right(texts.formatCount(row.packs)),
    right(row.packs_with_weight > 0 ? texts.formatKilos(row.grams) : '–'),
    right(texts.formatMoney(row.saved_cents)),
  ];
  setPlain(9).table({
    columnStyles: ['*', 100, 110, 110],
    defaultStyle,
    data: [
      [t('month'), right(t('packs')), right(t('weight')), right(t('saved'))],
      ...impact.months.map((row) => buildRow(texts.formatMonth(row.month), row)),
      buildRow(t('sum'), impact.sum),
    ],
  });
  pdf.moveDown();
  const sumNote = texts.describeWeight(impact.sum);
  if (impact.months.some(({ is_hidden }) => is_hidden)) setPlain(9).text(t('hidden'));
  if (sumNote !== null) setPlain(9).text(`${t('sum')}: ${sumNote}`);
  setPlain(9).text(t('method')).text(texts.describeCo2(impact.co2));
  if (isTransliterated)
    setPlain(8)
      .moveDown()
      .text(`* ${t('transliterated')}`);
  pdf.end();
  return content;
}
