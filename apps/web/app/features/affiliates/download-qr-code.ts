import { toString as draw } from 'qrcode';
import { download } from '../../lib/api/download.ts';

/** The link as a picture for posters: lines, so that it prints sharp at any size. */
export async function downloadQrCode(link: string): Promise<void> {
  const svg = await draw(link, { type: 'svg', errorCorrectionLevel: 'Q', margin: 4 });
  download('wopack-qr.svg', svg, 'image/svg+xml');
}
