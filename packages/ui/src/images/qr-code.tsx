import encodeQr, { type ErrorCorrection } from 'qr';
import { useMemo } from 'react';

/** Dark on white in both themes so that every scanner reads it. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => buildQrPath(text, 'medium', 2), [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} className="fill-paper" />
      <path d={path} className="fill-on-paper" />
    </svg>
  );
}

/** PNG pixels per QR module: a referral link is about 10 to 12 cm wide at 300 dpi. */
const PNG_SCALE = 32;

/**
 * A picture for programs that read no SVG. Rejects where the browser has no canvas. `ecc` is the error correction: the
 * higher, the more of the code may be damaged, and the more modules it has. `border` is the blank margin, in modules.
 */
export async function buildQrPng(text: string, ecc: ErrorCorrection, border: number): Promise<Blob> {
  const rows = encodeQr(text, 'raw', { ecc, border });
  const size = rows.length * PNG_SCALE;
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size, size);
  context.fillStyle = '#000';
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(x * PNG_SCALE, y * PNG_SCALE, PNG_SCALE, PNG_SCALE);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}

/** The dark modules as an SVG path; `size` is in modules, with the border on both sides. See `buildQrPng`. */
export function buildQrPath(
  text: string,
  ecc: ErrorCorrection,
  border: number,
): { size: number; path: string } {
  const rows = encodeQr(text, 'raw', { ecc, border });
  let path = '';
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) if (isDark) path += `M${x} ${y}h1v1h-1z`;
  return { size: rows.length, path };
}
