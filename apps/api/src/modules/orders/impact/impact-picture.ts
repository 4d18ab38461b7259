import { type Font, openSync } from 'fontkit';
import sharp from 'sharp';
import { COLOURS, LOGO } from '../../../platform/pdf/logo.ts';
import { FONTS, makePrintable } from '../../../platform/pdf/printable-text.ts';
import { createImpactTexts, type ImpactFileInput } from './impact-texts.ts';

const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 90;
const ROOM = WIDTH - 2 * MARGIN;
const MIN_SIZE = 20;

const fonts = { plain: openSync(FONTS.plain) as Font, bold: openSync(FONTS.bold) as Font };
type FontName = keyof typeof fonts;

const measure = (text: string, font: FontName, size: number): number =>
  (fonts[font].layout(text).advanceWidth / fonts[font].unitsPerEm) * size;

/** Words on lines that fit; a word that is longer than a line is broken. */
function breakLines(text: string, font: FontName, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((word) => breakWord(word, font, size, width))) {
    const longer = line ? `${line} ${word}` : word;
    if (line && measure(longer, font, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line ? [...lines, line] : lines;
}

function breakWord(word: string, font: FontName, size: number, width: number): string[] {
  const parts = [''];
  for (const letter of word) {
    const longer = parts.at(-1)! + letter;
    if (parts.at(-1) && measure(longer, font, size) > width) parts.push(letter);
    else parts[parts.length - 1] = longer;
  }
  return parts;
}

/** Outlines of the letters, so that the picture needs no font of the machine. */
function drawLine(text: string, font: FontName, size: number, x: number, baseline: number): string {
  const { glyphs, positions } = fonts[font].layout(text);
  const scale = size / fonts[font].unitsPerEm;
  let at = 0;
  const paths = glyphs.map((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    const outline = `<path transform="translate(${at + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`;
    at += xAdvance;
    return outline;
  });
  return `<g transform="translate(${x} ${baseline}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

interface TextBlock {
  svg: string;
  /** Below the last line. */
  bottom: number;
}

/** Smaller than `size` where the text needs it: nothing is cut. */
function drawText(
  text: string,
  {
    x,
    top,
    width = ROOM,
    size,
    font = 'plain',
    maxLines = 1,
  }: {
    x: number;
    top: number;
    width?: number;
    size: number;
    font?: FontName;
    maxLines?: number;
  },
): TextBlock {
  let fitted = size;
  const isTooLong = () => breakLines(text, font, fitted, width).length > maxLines;
  while (fitted > MIN_SIZE && isTooLong()) fitted -= 2;
  const lineHeight = fitted * 1.3;
  const lines = breakLines(text, font, fitted, width);
  return {
    svg: lines
      .map((line, index) => drawLine(line, font, fitted, x, top + fitted * 1.05 + index * lineHeight))
      .join(''),
    bottom: top + lines.length * lineHeight,
  };
}

/** The lower edge of the sheet, torn like a receipt. */
function drawSheet(bottom: number): string {
  const tooth = 36;
  const points = ['0,0', `${WIDTH},0`, `${WIDTH},${bottom}`];
  for (let x = WIDTH, isUp = true; x > 0; isUp = !isUp) {
    x -= tooth / 2;
    points.push(`${Math.max(x, 0)},${isUp ? bottom - tooth / 2 : bottom}`);
  }
  return `<polygon fill="${COLOURS.nata}" points="${points.join(' ')}"/>`;
}

/** The figures of one month as a picture to share: no names but that of the sale place, and no claim but these. */
export async function buildImpactPicture(input: ImpactFileInput): Promise<Uint8Array> {
  const { value } = makePrintable(input);
  const { impact, subject, language } = value;
  const { t, ...texts } = createImpactTexts(language);
  const figures = impact.months.at(-1)!;
  const parts: string[] = [];
  let y = MARGIN;
  const write = (text: string, size: number, font: FontName = 'plain', maxLines = 2) => {
    const block = drawText(text, { x: MARGIN, top: y, size, font, maxLines });
    parts.push(block.svg);
    y = block.bottom;
  };
  if (subject) write(subject, 48, 'bold', 3);
  write(texts.formatMonth(impact.month), 44);
  y += 20;
  write(texts.formatCount(figures.packs), 240, 'bold', 1);
  write(t('packs'), 52, 'bold');
  y += 40;

  const half = (ROOM - 40) / 2;
  const columns = [
    ...(figures.packs_with_weight > 0 ? [[texts.formatKilos(figures.grams), t('weight')]] : []),
    [texts.formatMoney(figures.saved_cents), t('saved')],
  ] as [string, string][];
  const ends = columns.map(([amount, name], index) => {
    const x = MARGIN + index * (half + 40);
    const number = drawText(amount, { x, top: y, width: half, size: 76, font: 'bold' });
    const label = drawText(name, { x, top: number.bottom, width: half, size: 36, maxLines: 2 });
    parts.push(number.svg, label.svg);
    return label.bottom;
  });
  y = Math.max(...ends) + 24;
  for (const note of [
    texts.describeWeight(figures),
    impact.is_present ? t('present') : null,
    impact.co2 && texts.describeCo2(impact.co2),
  ])
    if (note) write(note, 28, 'plain', 6);

  // Higher where the texts need it: method and source are always readable.
  const sheet = Math.max(y + 60, 1000);
  const height = Math.max(HEIGHT, Math.ceil(sheet) + 150);
  const scale = 80 / LOGO.height;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">
    <rect width="${WIDTH}" height="${height}" fill="${COLOURS.figo}"/>${drawSheet(sheet)}
    <g fill="${COLOURS.figo}">${parts.join('')}</g>
    <g transform="translate(${(WIDTH - LOGO.width * scale) / 2} ${(sheet + height) / 2 - 40}) scale(${scale})">
      <circle cx="${LOGO.sun.x}" cy="${LOGO.sun.y}" r="${LOGO.sun.radius}" fill="${COLOURS.sun}"/>
      <path d="${LOGO.bag}" fill="${COLOURS.nata}" stroke="${COLOURS.nata}" stroke-width="${LOGO.bagLine}" stroke-linejoin="round"/>
      <path d="${LOGO.word}" fill="${COLOURS.cream}"/>
    </g></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}
