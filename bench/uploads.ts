import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { readFamilyMegabytes, registerUsers } from './servers.ts';

/** Black, one bit or, with transparency, 32 bits a pixel; a small file, however many pixels it has. */
function createPng(width: number, height: number, isTransparent = false): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(isTransparent ? [8, 6] : [1, 0], 8);
  const rowBytes = 1 + (isTransparent ? 4 * width : Math.ceil(width / 8));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(height * rowBytes))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const buildSlowSvg = () =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><style>${'a>b>c,'.repeat(260_000)}d{fill:red}</style>${'<a/>'.repeat(3000)}</svg>`,
  );

const AT_ONCE = 8;
const PDFS_AT_ONCE = 60;

/**
 * Sends uploads and downloads that were attacks, and prints what server and children take at most, and how long another
 * caller waits for `/health` meanwhile.
 */
export async function benchUploads(
  { url, pid }: { url: string; pid: number },
  sellerToken: string,
): Promise<void> {
  const tokens = await registerUsers(url, 48, `uploads${Date.now()}-`);
  let lastUser = 0;

  const upload = async (content: Buffer): Promise<number> => {
    const form = new FormData();
    form.set('avatar', new Blob([new Uint8Array(content)]), 'a.png');
    const { status } = await fetch(`${url}/api/v1/user/avatar`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[lastUser++ % tokens.length]}` },
      body: form,
    });
    return status;
  };
  const uploadSeveral = (content: Buffer) =>
    Promise.all(Array.from({ length: AT_ONCE }, () => upload(content)));

  async function downloadStatements(): Promise<number[]> {
    const headers = { authorization: `Bearer ${sellerToken}` };
    const list = await fetch(`${url}/api/v1/statements`, { headers });
    const { data } = (await list.json()) as { data: { id: number }[] };
    return Promise.all(
      Array.from({ length: PDFS_AT_ONCE }, async (_, i) => {
        const reply = await fetch(`${url}/api/v1/statements/${data[i % data.length]!.id}/pdf`, {
          headers: { ...headers, 'accept-language': ['pt', 'en', 'ru'][i % 3]! },
        });
        await reply.arrayBuffer();
        return reply.status;
      }),
    );
  }

  async function uploadBesideIdle(): Promise<number[]> {
    const idle = Array.from({ length: 49 }, (_, i) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        `POST /api/v1/user/avatar HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokens[i % 7]}\r\n` +
          'content-type: multipart/form-data; boundary=edge\r\ncontent-length: 5000000\r\n\r\n' +
          '--edge\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n\x89',
      );
      return socket;
    });
    await wait(500);
    lastUser = 40;
    const statuses = await uploadSeveral(createPng(64, 64));
    for (const socket of idle) socket.destroy();
    return statuses;
  }

  const largest = createPng(4470, 4470, true);
  const cases: Record<string, () => Promise<number[]>> = {
    'PNG, 64 × 64': () => uploadSeveral(createPng(64, 64)),
    'PNG, 16 × 60,000': () => uploadSeveral(createPng(16, 60_000)),
    'PNG, 16 × 1,000,000': () => uploadSeveral(createPng(16, 1_000_000)),
    'SVG, 1.6 MB of selectors': () => uploadSeveral(buildSlowSvg()),
    '49 idle uploads beside': uploadBesideIdle,
    'largest accepted PNG': () => uploadSeveral(largest),
    [`${PDFS_AT_ONCE} statements as PDF`]: downloadStatements,
    'the same once more': downloadStatements,
  };
  process.stdout.write(
    `${'case'.padEnd(28)}statuses             ms   /health ms   server MB   children MB   both\n`,
  );
  for (const [name, run] of Object.entries(cases)) {
    const peak = { server: 0, children: 0, both: 0 };
    let isRunning = true;
    let healthMs = 0;
    const watch = async () => {
      while (isRunning) {
        const { server, children } = await readFamilyMegabytes(pid);
        peak.server = Math.max(peak.server, server);
        peak.children = Math.max(peak.children, children);
        peak.both = Math.max(peak.both, server + children);
        await wait(5);
      }
    };
    const probe = async () => {
      while (isRunning) {
        const startedAt = performance.now();
        await fetch(`${url}/health`).then((reply) => reply.text());
        healthMs = Math.max(healthMs, performance.now() - startedAt);
        await wait(5);
      }
    };
    const watching = [watch(), probe()];
    const startedAt = performance.now();
    const statuses = await run();
    const ms = performance.now() - startedAt;
    isRunning = false;
    await Promise.all(watching);
    const counts = Map.groupBy(statuses, (status) => status);
    const outcome = [...counts].map(([status, list]) => `${list.length} × ${status}`).join(', ');
    const figures = [ms, healthMs, peak.server, peak.children, peak.both].map((figure) =>
      figure.toFixed(0).padStart(10),
    );
    process.stdout.write(`${name.padEnd(28)}${outcome.padEnd(18)}${figures.join('  ')}\n`);
  }
}
