import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '@wopack/contract/client';
import type { ServerProcess } from './server-process.ts';

/**
 * What stands before several processes: asks each whether it is ready, gives calls to those that are in turn, and a call
 * that reached nobody to the next. One that reached somebody and failed has failed.
 */
export class LoadBalancer {
  private readonly servers: ServerProcess[];
  private readyServers: ServerProcess[];
  private readonly abortController = new AbortController();
  private readonly pollLoop: Promise<void>;
  private nextIndex = 0;

  constructor(servers: ServerProcess[]) {
    this.servers = [...servers];
    this.readyServers = [...servers];
    this.pollLoop = this.pollReadiness();
  }

  add(server: ServerProcess): void {
    this.servers.push(server);
  }

  client(token: string): Client {
    return createClient({ host: '', token: () => token, language: () => 'en', fetch: this.fetch });
  }

  async stop(): Promise<void> {
    this.abortController.abort();
    await this.pollLoop;
  }

  private readonly fetch: typeof globalThis.fetch = async (path, init) => {
    for (let attempt = 0; ; attempt++) {
      const { url } = this.readyServers[this.nextIndex++ % this.readyServers.length]!;
      try {
        return await fetch(url + String(path), init);
      } catch (error) {
        const { code } = (error as { cause?: { code?: string } }).cause ?? {};
        if (code !== 'ECONNREFUSED' || attempt === 3) throw error;
      }
    }
  };

  private async pollReadiness(): Promise<void> {
    while (!this.abortController.signal.aborted) {
      const readiness = await Promise.all(
        this.servers.map(({ url }) =>
          fetch(`${url}/ready`).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      );
      this.readyServers = this.servers.filter((_, i) => readiness[i]);
      await wait(100);
    }
  }
}
