import { buffer } from 'node:stream/consumers';
import type { Language } from '@wopack/domain';
import PDFDocument from 'pdfkit';
import encodeQr from 'qr';
import { translate } from '../../../platform/messages/translate.ts';
import { COLOURS, LOGO } from '../../../platform/pdf/logo.ts';
import { FONTS, makePrintable } from '../../../platform/pdf/printable-text.ts';

/** A sheet for the window, or a square of 10 cm for the door or the till. */
export type PosterSize = 'a4' | 'sticker';

export interface PosterPdfInput {
  language: Language;
  size: PosterSize;
  name: string;
  /** Address of the public page. */
  url: string;
}

interface Layout {
  page: [width: number, height: number];
  margin: number;
  band: number;
  logoHeight: number;
  /** Font sizes; those of texts of any length are the largest ones, `nameHeight` is what the name may take. */
  name: number;
  nameHeight: number;
  headline: number;
  code: number;
  scan: number;
  hint: number;
  url: number;
}

/** In points. */
const LAYOUTS: Record<PosterSize, Layout> = {
  a4: {
    page: [595.28, 841.89],
    margin: 56,
    band: 96,
    logoHeight: 52,
    name: 46,
    nameHeight: 124,
    headline: 22,
    code: 370,
    scan: 26,
    hint: 16,
    url: 12,
  },
  sticker: {
    page: [283.46, 283.46],
    margin: 16,
    band: 34,
    logoHeight: 21,
    name: 19,
    nameHeight: 46,
    headline: 0,
    code: 140,
    scan: 13,
    hint: 0,
    url: 7,
  },
};

const MIN_FONT_SIZE = 6;
/** The blank margin that readers need, in modules. */
const QR_BORDER = 4;

/** One page; called by `poster-process.ts`. */
export async function buildPosterPdf(input: PosterPdfInput): Promise<Uint8Array> {
  const { language, size, url } = input;
  const { value: name, isTransliterated } = makePrintable(input.name);
  const layout = LAYOUTS[size];
  const [pageWidth, pageHeight] = layout.page;
  const { margin } = layout;
  const width = pageWidth - 2 * margin;
  const t = (key: string) => translate(`salePlaces.poster.${key}`, language);
  const pdf = new PDFDocument({
    size: layout.page,
    margin: 0,
    font: FONTS.plain,
    lang: language,
    info: { Title: name, Author: 'WoPack' },
  });
  const content = buffer(pdf);

  /** Smaller than `maxSize` where the text needs it: nothing is cut, and the page stays one. Returns the height. */
  const writeText = (
    text: string,
    y: number,
    maxSize: number,
    style: { font?: string; colour?: string; maxHeight?: number } = {},
  ): number => {
    const { font = FONTS.plain, colour = COLOURS.figo, maxHeight = maxSize * 3 } = style;
    const options = { width, align: 'center' as const, lineGap: 0 };
    const measure = (fontSize: number) => pdf.font(font).fontSize(fontSize).heightOfString(text, options);
    let fontSize = maxSize;
    while (fontSize > MIN_FONT_SIZE && measure(fontSize) > maxHeight) fontSize -= 1;
    const height = measure(fontSize);
    pdf.fillColor(colour).text(text, margin, y, options);
    return height;
  };

  pdf.rect(0, 0, pageWidth, layout.band).fill(COLOURS.figo);
  drawLogo(pdf, pageWidth / 2, layout.band / 2, layout.logoHeight);

  const gap = margin / 2;
  let y = layout.band + gap;
  y += writeText(name, y, layout.name, { font: FONTS.bold, maxHeight: layout.nameHeight });
  if (layout.headline > 0) y += writeText(t('headline'), y + gap / 4, layout.headline) + gap / 4;

  // What is left between the texts above and those below.
  const footerTop = pageHeight - margin - layout.url * (isTransliterated ? 3 : 1.4);
  const below = layout.scan * 1.5 + layout.hint * 3 + gap;
  const codeSize = Math.min(layout.code, footerTop - y - below - gap);
  const codeTop = y + (footerTop - below - y - codeSize) / 2;
  drawCode(pdf, url, (pageWidth - codeSize) / 2, codeTop, codeSize);
  const scanTop = codeTop + codeSize + gap / 2;
  const scanHeight = writeText(t('scan'), scanTop, layout.scan, {
    font: FONTS.bold,
    maxHeight: layout.scan * 1.5,
  });
  if (layout.hint > 0) writeText(t('hint'), scanTop + scanHeight + gap / 4, layout.hint);

  const address = url.replace(/^https?:\/\//, '');
  const addressHeight = writeText(address, footerTop, layout.url, { colour: COLOURS.muted });
  if (isTransliterated)
    writeText(`* ${t('transliterated')}`, footerTop + addressHeight, layout.url * 0.8, {
      colour: COLOURS.muted,
    });
  pdf.end();
  return content;
}

/** Around a centre, for a dark ground. */
function drawLogo(pdf: PDFKit.PDFDocument, centreX: number, centreY: number, height: number): void {
  const scale = height / LOGO.height;
  pdf
    .save()
    .translate(centreX - (LOGO.width * scale) / 2, centreY - height / 2)
    .scale(scale);
  pdf.circle(LOGO.sun.x, LOGO.sun.y, LOGO.sun.radius).fill(COLOURS.sun);
  pdf.path(LOGO.bag).lineWidth(LOGO.bagLine).lineJoin('round').fillAndStroke(COLOURS.nata, COLOURS.nata);
  pdf.path(LOGO.word).fill(COLOURS.cream).restore();
}

/** Dark on white, in a frame of the brand's colour outside of the blank margin; a run of modules is one rectangle. */
function drawCode(pdf: PDFKit.PDFDocument, text: string, left: number, top: number, size: number): void {
  const rows = encodeQr(text, 'raw', { ecc: 'quartile', border: QR_BORDER });
  const line = size / 60;
  pdf
    .roundedRect(left, top, size, size, size / 24)
    .lineWidth(line)
    .fillAndStroke(COLOURS.white, COLOURS.nata);
  const module = (size - line) / rows.length;
  const start = { x: left + line / 2, y: top + line / 2 };
  for (const [rowIndex, row] of rows.entries())
    for (let from = 0; from < row.length; from++) {
      if (!row[from]) continue;
      let to = from + 1;
      while (row[to]) to++;
      pdf.rect(start.x + from * module, start.y + rowIndex * module, (to - from) * module, module);
      from = to;
    }
  pdf.fill(COLOURS.figo);
}
