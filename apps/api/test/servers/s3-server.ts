import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

const BUCKET = 'wopack';

/** Failure of a request: null passes it on, a number is the status of the answer, 'silence' never answers. */
type FailureRule = (call: { method: string; path: string }) => null | number | 'silence';

/** A local S3 server with failures set by the test. */
export class S3Server {
  findFailure: FailureRule = () => null;
  /** Received requests, e.g. 'PUT /wopack/photos/…'. */
  readonly calls: string[] = [];
  url = '';
  private server: Server | null = null;
  private folder = '';

  async open(port = 0): Promise<void> {
    this.folder ||= await mkdtemp(join(tmpdir(), 'wopack-s3-'));
    const storage = new S3rver({
      directory: this.folder,
      silent: true,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    await storage.configureBuckets();
    const handle = storage.callback();
    this.server = createServer((request: IncomingMessage, response) => {
      const call = { method: request.method!, path: request.url! };
      this.calls.push(`${call.method} ${call.path}`);
      const failure = this.findFailure(call);
      if (failure === null) void handle(request, response);
      else if (failure !== 'silence') response.writeHead(failure).end();
    }).listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.server!.address() as AddressInfo).port;
  }

  /** Stops the server; `open(port)` starts it again with the same files. */
  async stop(): Promise<void> {
    this.server!.closeAllConnections();
    this.server!.close();
    await once(this.server!, 'close');
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Environment variables of a WoPack that stores its photos here. */
  buildEnv(): NodeJS.ProcessEnv {
    return {
      S3_ENDPOINT: this.url,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_TIMEOUT_MS: '2000',
    };
  }

  /** Keys of all stored objects. */
  async listKeys(): Promise<string[]> {
    const names = await readdir(join(this.folder, BUCKET), { recursive: true });
    return names.flatMap((name) => /^(.+)\._S3rver_object$/.exec(name)?.[1] ?? []).sort();
  }
}
