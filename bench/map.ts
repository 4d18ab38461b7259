import { request } from 'node:http';
import { type LoadResult, measure, median } from './servers.ts';

const CENTRE = { longitude: -9.1394, latitude: 38.7139 };
const zooms = [5, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18];

/** Within about 300 m of the centre of Lisbon, random so that responses are not cached. */
const pickRandomPoint = (): typeof CENTRE => ({
  longitude: CENTRE.longitude + (Math.random() - 0.5) * 0.006,
  latitude: CENTRE.latitude + (Math.random() - 0.5) * 0.006,
});

/** The box of a screen of 1440 × 900 pixels. */
function buildViewQuery(zoom: number, { longitude, latitude } = CENTRE): string {
  const degrees = 360 / 512 / 2 ** zoom;
  const east = 720 * degrees;
  const north = 450 * degrees * Math.cos((latitude * Math.PI) / 180);
  return `bbox=${longitude - east},${latitude - north},${longitude + east},${latitude + north}&zoom=${zoom}`;
}

/** Compressed size of the response, and its content. */
async function measureResponse(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const { data, clusters } = (await answer.json()) as { data: unknown[]; clusters: unknown[] };
  const compressed = await new Promise<Buffer>((resolve, reject) => {
    request(url, { headers: { ...headers, 'accept-encoding': 'br' } }, async (response) => {
      resolve(Buffer.concat(await Array.fromAsync(response)));
    })
      .on('error', reject)
      .end();
  });
  return { bytes: compressed.length, pins: data.length, clusters: clusters.length };
}

/**
 * Measures the map at every zoom and the list alternately, at random positions. Targets: at most 60 KB compressed, and
 * at most twice the p97.5 of the list.
 */
export async function benchMap(url: string, headers: Record<string, string>, rounds: number): Promise<void> {
  const measureList = () =>
    measure(url, headers, 3, () => {
      const { latitude, longitude } = pickRandomPoint();
      return `/api/v1/products?latitude=${latitude}&longitude=${longitude}`;
    });
  const listFigures: LoadResult[] = [];
  const runs = new Map<number, LoadResult[]>(zooms.map((zoom) => [zoom, []]));
  for (let round = 0; round < rounds; round++) {
    listFigures.push(await measureList());
    for (const zoom of zooms) {
      const pickView = () => `/api/v1/productsMap?${buildViewQuery(zoom, pickRandomPoint())}`;
      runs.get(zoom)!.push(await measure(url, headers, 3, pickView));
    }
  }
  const getMedianP95 = (figures: LoadResult[]) => median(figures.map(({ p97Ms }) => p97Ms));
  const listP95 = getMedianP95(listFigures);
  process.stdout.write(
    `\nmap: list's p97.5 ${listP95.toFixed(1)} ms\nzoom   pins clusters     KB   p97.5 ms   of list   errors\n`,
  );
  for (const [zoom, figures] of runs) {
    const { bytes, pins, clusters } = await measureResponse(
      `${url}/api/v1/productsMap?${buildViewQuery(zoom)}`,
      headers,
    );
    const errors = figures.reduce((sum, run) => sum + run.errors, 0);
    const cells = [
      String(zoom).padStart(4),
      String(pins).padStart(6),
      String(clusters).padStart(8),
      (bytes / 1000).toFixed(1).padStart(6),
      getMedianP95(figures).toFixed(1).padStart(10),
      (getMedianP95(figures) / listP95).toFixed(2).padStart(9),
      String(errors).padStart(8),
    ];
    process.stdout.write(`${cells.join(' ')}\n`);
  }
}
