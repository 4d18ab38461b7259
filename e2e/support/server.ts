import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const repositoryRoot = join(import.meta.dirname, '../..');

/** A WoPack as `npm start` runs it, on a folder and a port of its own. */
export class Server {
  private process: ChildProcess | null = null;
  readonly url: string;
  readonly dataDir: string;
  private readonly port: number;
  private readonly env: Record<string, string>;

  constructor(dataDir: string, port: number, env: Record<string, string> = {}) {
    this.dataDir = dataDir;
    this.port = port;
    this.env = env;
    this.url = `http://localhost:${port}`;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [join(repositoryRoot, 'apps/api/src/main.ts')], {
      env: {
        ...process.env,
        DATA_DIR: this.dataDir,
        PORT: String(this.port),
        LOG_LEVEL: 'warn',
        // The browser takes what it can of the machine: slow is no failure here.
        OVERLOADED_AFTER_MS: '0',
        ...this.env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.process = child;
    for (;;) {
      if (child.exitCode !== null) throw new Error('the server ended');
      const isReady = await fetch(`${this.url}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      await wait(100);
    }
  }

  /** As a power cut: server and database at once. */
  async kill(): Promise<void> {
    const { pid } = await this.readPostmaster();
    process.kill(pid, 'SIGKILL');
    await this.stopWith('SIGKILL');
  }

  stop = (): Promise<void> => this.stopWith('SIGTERM');

  private async stopWith(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** Address of its database. */
  async getDatabaseUrl(): Promise<string> {
    const password = await readFile(join(this.dataDir, 'postgres-password'), 'utf8');
    return `postgresql://postgres:${password}@127.0.0.1:${(await this.readPostmaster()).port}/wopack`;
  }

  private async readPostmaster(): Promise<{ pid: number; port: number }> {
    const [pid, , , port] = (await readFile(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    );
    return { pid: Number(pid), port: Number(port) };
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
