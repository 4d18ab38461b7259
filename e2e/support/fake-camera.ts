import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser } from './find-browser.ts';

const WIDTH = 640;
const HEIGHT = 480;

/** A browser before whose camera this picture is held. */
export async function launchBrowserWithCamera(image: Buffer): Promise<Browser> {
  const file = join(await mkdtemp(join(tmpdir(), 'wopack-camera-')), 'ticket.y4m');
  await writeFile(file, await encodeVideo(image));
  return chromium.launch({
    executablePath: findBrowser(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
}

/** Two frames that play over and over, as YUV4MPEG2: brightness, then two planes without colour. */
async function encodeVideo(image: Buffer): Promise<Buffer> {
  const brightness = await sharp(image)
    .resize(WIDTH, HEIGHT - 80, { fit: 'contain', background: '#fff' })
    .extend({ top: 40, bottom: 40, background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer();
  const colours = Buffer.alloc((WIDTH / 2) * (HEIGHT / 2) * 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, colours]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([header, frame, frame]);
}
