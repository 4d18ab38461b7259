import { toString as draw } from 'qrcode';
import { download } from '../../lib/download.ts';

/** The link as a picture for posters: lines, so that it prints sharp at any size. */
export async function saveQr(link: string): Promise<void> {
  const picture = await draw(link, { type: 'svg', errorCorrectionLevel: 'Q', margin: 4 });
  download('wopack-qr.svg', picture, 'image/svg+xml');
}
