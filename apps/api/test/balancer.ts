import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '@wopack/contract/client';
import type { ServerProcess } from './server-process.ts';

/**
 * What stands before several processes: asks each whether it is ready, gives calls to those that are in turn, and a call
 * that reached nobody to the next. One that reached somebody and failed has failed.
 */
export class Balancer {
  private readonly servers: ServerProcess[];
  private ready: ServerProcess[];
  private readonly stopped = new AbortController();
  private readonly watching: Promise<void>;
  private turn = 0;

  constructor(servers: ServerProcess[]) {
    this.servers = [...servers];
    this.ready = [...servers];
    this.watching = this.watch();
  }

  add(server: ServerProcess): void {
    this.servers.push(server);
  }

  call(token: string): Client {
    return createClient({ host: '', token: () => token, language: () => 'en', fetch: this.fetch });
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.watching;
  }

  private readonly fetch: typeof globalThis.fetch = async (path, init) => {
    for (let tries = 0; ; tries++) {
      const { url } = this.ready[this.turn++ % this.ready.length]!;
      try {
        return await fetch(url + String(path), init);
      } catch (error) {
        const { code } = (error as { cause?: { code?: string } }).cause ?? {};
        if (code !== 'ECONNREFUSED' || tries === 3) throw error;
      }
    }
  };

  private async watch(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const answers = await Promise.all(
        this.servers.map(({ url }) =>
          fetch(`${url}/ready`).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      );
      this.ready = this.servers.filter((_, i) => answers[i]);
      await wait(100);
    }
  }
}
