import { setTimeout as wait } from 'node:timers/promises';
import type { Reply } from '@wopack/contract/client';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { readCpuMs, readFamilyMegabytes } from './servers.ts';

const ROWS = 500;
/** As many as a ZIP file of 50 MB takes. */
const PHOTOS_A_ZIP = 125;
const [WIDTH, HEIGHT] = [1600, 1200];

type ProductImport = Reply<'getProductImport'>['data'];

/**
 * Photos that differ: parts of one picture that has large and small shapes and the grain of a camera. 350 KB each, as that
 * of a phone reduced to this size.
 */
async function createPhotos(count: number): Promise<Buffer[]> {
  const [width, height] = [WIDTH * 2, HEIGHT * 2];
  const createLayer = (layerWidth: number, sigma: number) =>
    sharp({
      create: {
        width: layerWidth,
        height: (layerWidth * height) / width,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .resize(width, height, { kernel: 'cubic', fit: 'fill' })
      .raw()
      .toBuffer();
  const layers = await Promise.all([
    createLayer(16, 42),
    createLayer(64, 27),
    createLayer(256, 18),
    createLayer(800, 12),
    createLayer(width, 4),
  ]);
  const pixels = layers[0]!.map((_, i) =>
    Math.min(255, Math.max(0, 128 + layers.reduce((sum, layer) => sum + layer[i]! - 128, 0))),
  );
  const photos: Buffer[] = [];
  for (let i = 0; i < count; i++)
    photos.push(
      await sharp(pixels, { raw: { width, height, channels: 3 } })
        .extract({ left: (i * 37) % WIDTH, top: (i * 53) % HEIGHT, width: WIDTH, height: HEIGHT })
        .jpeg({ quality: 85 })
        .toBuffer(),
    );
  return photos;
}

/** A table of 500 new products, each with a photo of its own: checked, its photos prepared, and written. */
export async function benchImport(
  { url, pid }: { url: string; pid: number },
  postgresPid: number,
  token: string,
): Promise<void> {
  const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const reply = await fetch(`${url}/api/v1/seller/${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${token}`,
        'accept-language': 'en',
        ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
      },
    });
    const body = (await reply.json()) as { data: T };
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${JSON.stringify(body)}`);
    return body.data;
  };
  const send = (path: string, field: string, file: File) => {
    const form = new FormData();
    form.set(field, file);
    return call<ProductImport>(path, { method: 'POST', body: form });
  };

  const photos = await createPhotos(ROWS);
  const names = photos.map((_, i) => `${i}.jpg`);
  const zips = Array.from({ length: Math.ceil(ROWS / PHOTOS_A_ZIP) }, (_, part) => {
    const ofZip = names.slice(part * PHOTOS_A_ZIP, (part + 1) * PHOTOS_A_ZIP);
    const bytes = zipSync(
      Object.fromEntries(ofZip.map((name) => [name, photos[Number.parseInt(name, 10)]!])),
      {
        level: 0,
      },
    );
    return new File([bytes as Uint8Array<ArrayBuffer>], `photos-${part}.zip`);
  });
  const megabytes = photos.reduce((sum, { length }) => sum + length, 0) / 1_048_576;
  process.stdout.write(`${ROWS} photos of ${WIDTH} × ${HEIGHT}, ${megabytes.toFixed(0)} MB as JPEG\n`);

  const columns = await call<Reply<'listImportColumns'>['data']>('products/import_columns');
  const optionOf = (key: string) => columns.find((column) => column.key === key)!.options[0]!;
  const head = 'sale_place;name;description;price;categories;photos;quantity;mon;fri';
  const lines = names.map((photo, i) =>
    [
      optionOf('sale_place'),
      `Basket ${i}`,
      'Bread and cakes of the day.',
      optionOf('price'),
      optionOf('categories'),
      photo,
      '5',
      '18:00-19:30',
      '17:00-18:00 (3)',
    ].join(';'),
  );
  const table = new File([[head, ...lines].join('\n')], 'packs.csv');

  let [peakMb, healthMs, isRunning] = [0, 0, true];
  const watch = async () => {
    while (isRunning) {
      const { server, children } = await readFamilyMegabytes(pid);
      peakMb = Math.max(peakMb, server + children);
      await wait(10);
    }
  };
  const probe = async () => {
    while (isRunning) {
      const startedAt = performance.now();
      await fetch(`${url}/health`).then((reply) => reply.text());
      healthMs = Math.max(healthMs, performance.now() - startedAt);
      await wait(10);
    }
  };
  const watching = [watch(), probe()];
  const step = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    [peakMb, healthMs] = [0, 0];
    const [cpuBefore, postgresBefore] = [await readCpuMs(pid), await readCpuMs(postgresPid)];
    const startedAt = performance.now();
    const result = await run();
    const seconds = [
      performance.now() - startedAt,
      (await readCpuMs(pid)) - cpuBefore,
      (await readCpuMs(postgresPid)) - postgresBefore,
    ].map((ms) => (ms / 1000).toFixed(1).padStart(8));
    const others = [healthMs, peakMb].map((figure) => figure.toFixed(0).padStart(10));
    process.stdout.write(`${name.padEnd(24)}${seconds.join('  ')}  ${others.join('  ')}\n`);
    return result;
  };
  const waitUntil = async (id: number, state: string): Promise<ProductImport> => {
    for (;;) {
      const current = await call<ProductImport>(`product_imports/${id}`);
      if (current.state === state) return current;
      await wait(200);
    }
  };

  process.stdout.write(
    `${'step'.padEnd(24)} seconds   CPU s: server and children, PostgreSQL   /health ms   MB at most\n`,
  );
  const startedAt = performance.now();
  const { id } = await step('table checked', () => send('product_imports', 'file', table));
  await step('photos sent', async () => {
    for (const zip of zips) await send(`product_imports/${id}/photos`, 'photos', zip);
  });
  const checked = await step('photos prepared', () => waitUntil(id, 'checked'));
  if (checked.error_count > 0) throw new Error(JSON.stringify(checked.errors[0]));
  const { written } = await step('rows written', async () => {
    await call(`product_imports/${id}/start`, {
      method: 'POST',
      body: JSON.stringify({ only_valid: false }),
    });
    return waitUntil(id, 'done');
  });
  isRunning = false;
  await Promise.all(watching);
  process.stdout.write(
    `${written.done} packs in ${((performance.now() - startedAt) / 1000).toFixed(1)} s (target 60)\n`,
  );
}
