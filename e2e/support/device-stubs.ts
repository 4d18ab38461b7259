import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser } from './find-browser.ts';

const WIDTH = 640;
const HEIGHT = 480;

/** A browser whose camera shows this image. */
export async function launchBrowserWithCamera(image: Buffer): Promise<Browser> {
  const file = join(await mkdtemp(join(tmpdir(), 'wopack-camera-')), 'ticket.y4m');
  await writeFile(file, await encodeVideo(image));
  return chromium.launch({
    executablePath: findBrowser({ prefersShell: true }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
}

/** Two frames in a loop, as YUV4MPEG2: luma, then two neutral chroma planes. */
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

/** A photo as phones take it: rotated by an EXIF flag, and with GPS data. */
export async function createCameraPhoto(): Promise<Buffer> {
  const image = sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#c8843c',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  return image
    .withExif({
      IFD0: { Make: 'Telephone', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '38/1 42/1 44/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '9/1 8/1 30/1',
      },
    })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Counts the tones played to their end from now on. A tone without output does not end. */
export const installAudioStub = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      this.addEventListener('ended', () => {
        const documentElement = document.documentElement;
        if (this.context.state === 'running')
          documentElement.dataset.tones = String(Number(documentElement.dataset.tones ?? 0) + 1);
      });
      start.call(this, when);
    };
  });

/** Since the page was loaded. */
export const countPlayedTones = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0));
