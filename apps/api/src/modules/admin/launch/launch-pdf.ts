import { buffer } from 'node:stream/consumers';
import { getLocale, type Language } from '@wopack/domain';
import PDFDocument from 'pdfkit';
import { translate } from '../../../platform/messages/translate.ts';
import { FONTS, makePrintable } from '../../../platform/pdf/printable-text.ts';
import type { viewLaunchChecks } from './launch-list.ts';

/** Sentences are in the reader's language. */
export interface LaunchPdfInput {
  language: Language;
  list: ReturnType<typeof viewLaunchChecks>;
  checkedAt: string;
  timeZone: string;
}

const MARGIN = 48;

/** Called by `launch-process.ts`. */
export async function buildLaunchPdf(input: LaunchPdfInput): Promise<Uint8Array> {
  const { language, timeZone } = input;
  const {
    value: { list },
    isTransliterated,
  } = makePrintable(input);
  const t = (key: string, values?: Record<string, string | number>) =>
    translate(`admin.launch.${key}`, language, values);
  const at = new Intl.DateTimeFormat(getLocale(language), {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone },
  }).format(new Date(input.checkedAt));
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font: FONTS.plain,
    lang: language,
    info: { Title: t('title'), Author: 'WoPack', CreationDate: new Date(input.checkedAt) },
  });
  const content = buffer(pdf);
  const setBold = (size: number) => pdf.font(FONTS.bold).fontSize(size);
  const setPlain = (size = 10) => pdf.font(FONTS.plain).fontSize(size);

  setBold(20).text(t('title'));
  setPlain(11)
    .text(t('checked', { name: list.operator_name, at }))
    .moveDown(0.5);
  const all = list.ok + list.later + list.missing;
  setBold(14).text(t('of', { number: list.ok, all }));
  setPlain().text(`${list.summary} ${list.advice}`).moveDown();
  for (const group of list.groups) {
    setBold(12).text(`${group.title}: ${t('of', { number: group.ok, all: group.checks.length })}`);
    pdf.moveDown(0.3);
    setPlain(9).table({
      columnStyles: [90, '*'],
      defaultStyle: { border: [0, 0, 0.5, 0], borderColor: '#cccccc', padding: 5 },
      data: group.checks.map(({ state, title, reason, link }) => [
        t(`states.${state}`),
        [`${title}\n${reason}`, ...(link && state !== 'ok' ? [link.target] : [])].join('\n'),
      ]),
    });
    pdf.moveDown();
  }
  if (isTransliterated) setPlain(8).text(`* ${translate('orders.receipt.transliterated', language)}`);
  pdf.end();
  return content;
}
