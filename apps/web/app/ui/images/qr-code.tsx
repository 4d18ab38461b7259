import { create } from 'qrcode';
import { useMemo } from 'react';

/** A QR code, dark on white in both themes so that every scanner reads it. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => buildQrPath(text), [text]);
  return (
    <svg
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={`M-2-2h${size + 4}v${size + 4}h-${size + 4}z`} className="fill-paper" />
      <path d={path} className="fill-ink" />
    </svg>
  );
}

function buildQrPath(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (const [index, isDark] of data.entries())
    if (isDark) path += `M${index % size} ${Math.floor(index / size)}h1v1h-1z`;
  return { size, path };
}
