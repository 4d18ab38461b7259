import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '@wopack/contract/client';
import type { ServerProcess } from './server-process.ts';

/**
 * A load balancer for several processes: checks /ready of each and forwards requests in turn. A request that reached no
 * process goes to the next one; one that failed in a process is not repeated.
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

/** A proxy to a database that a test can stop, freeze and start, to simulate a network failure. */
export class DbProxy {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private readonly paused: Socket[] = [];
  private isFrozen = false;
  /** Connections that were opened so far. */
  connectionCount = 0;
  private target = new URL('postgresql://none');
  private port = 0;

  /** The URL of the database through this proxy. */
  proxyUrl = async (url: string): Promise<string> => {
    this.target = new URL(url);
    await this.start();
    // Without the socket of the database, which would be used instead.
    return Object.assign(new URL(url), { port: String(this.port), search: '' }).href;
  };

  async start(): Promise<void> {
    this.server = createServer((clientSocket) => {
      this.connectionCount++;
      const databaseSocket = connect(Number(this.target.port), this.target.hostname);
      for (const [socket, peer] of [
        [clientSocket, databaseSocket],
        [databaseSocket, clientSocket],
      ] as const) {
        this.sockets.add(socket);
        socket.on('error', () => peer.destroy());
        socket.on('close', () => {
          this.sockets.delete(socket);
          peer.destroy();
        });
      }
      clientSocket.pipe(databaseSocket).pipe(clientSocket);
      if (this.isFrozen) this.pause(clientSocket, databaseSocket);
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as { port: number }).port;
  }

  /**
   * Forwards nothing more, and closes nothing: as when a host vanished. New connections are accepted and not answered
   * either, or only those that are open are lost, or only new ones.
   */
  freeze({ onlyOpen = false, onlyNew = false } = {}): void {
    this.isFrozen = !onlyOpen;
    if (!onlyNew) this.pause(...this.sockets);
  }

  /** What was sent meanwhile arrives, as after a pause of the machine. */
  thaw(): void {
    this.isFrozen = false;
    for (const socket of this.paused.splice(0)) socket.resume();
  }

  private pause(...sockets: Socket[]): void {
    for (const socket of sockets) {
      socket.pause();
      // Piping resumes it when the other side has taken what was sent.
      socket.on('resume', () => this.paused.includes(socket) && socket.pause());
      this.paused.push(socket);
    }
  }

  /** Closes all connections and refuses new ones. */
  async stop(): Promise<void> {
    if (!this.server?.listening) return;
    const closed = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
