import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '@wopack/contract/client';
import { TEST_SECRET_KEY } from '../support/test-databases.ts';

const SERVER_SCRIPT = join(import.meta.dirname, '../../src/main.ts');

/** The real server as a process of its own, with the PostgreSQL that it starts. */
export class ServerProcess {
  readonly dataDir: string;
  /** Everything it said. */
  output = '';
  url = '';
  private readonly child: ChildProcess;
  private readonly exited: Promise<number | null>;

  private constructor(dataDir: string, env: NodeJS.ProcessEnv) {
    this.dataDir = dataDir;
    this.child = spawn(process.execPath, [SERVER_SCRIPT], {
      env: {
        ...process.env,
        ...{
          DATA_DIR: dataDir,
          DATABASE_URL: '',
          PORT: '0',
          HOST: '127.0.0.1',
          SEED_DEMO: '0',
          SECRET_KEY: TEST_SECRET_KEY,
          LOG_LEVEL: 'error',
          OVERLOADED_AFTER_MS: '0',
        },
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.exited = once(this.child, 'exit').then(([code]) => code as number | null);
  }

  /** Answers once the server is open, or has ended. */
  static async start(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const server = new ServerProcess(dataDir, env);
    const opened = new Promise<void>((resolve) => {
      server.child.stdout!.on('data', () => {
        const match = /WoPack is open: (\S+)/.exec(server.output);
        if (!match) return;
        server.url = match[1]!;
        resolve();
      });
    });
    await Promise.race([opened, server.exited]);
    return server;
  }

  client(token: string | null = null, fetch?: typeof globalThis.fetch): Client {
    return createClient({ host: this.url, token: () => token, language: () => 'en', fetch });
  }

  /** Its exit code, once it ended by itself or by this signal; null when it was killed. */
  async waitForExit(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal && this.child.exitCode === null) this.child.kill(signal);
    return this.exited;
  }

  /** Process number and port of its PostgreSQL, or null when none runs. */
  async getPostgres(): Promise<{ pid: number; port: number } | null> {
    const text = await readFile(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
    const [pid, , , port] = text.split('\n').map(Number);
    return pid ? { pid, port: port! } : null;
  }

  async getDatabaseUrl(): Promise<string> {
    const password = (await readFile(join(this.dataDir, 'postgres-password'), 'utf8')).trim();
    return `postgresql://postgres:${password}@127.0.0.1:${(await this.getPostgres())!.port}/wopack`;
  }
}

/** Whether a process lives; one that is dead and not cleared away does not. */
export async function isProcessAlive(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (state !== null) return !/^\d+ \(.*\) Z/.test(state);
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Asks again and again until the answer is one. */
export async function waitUntil<T>(check: () => Promise<T | null | false>, seconds = 60): Promise<T> {
  for (const waitForExit = Date.now() + seconds * 1000; Date.now() < waitForExit; await wait(100)) {
    const result = await check();
    if (result !== null && result !== false) return result;
  }
  throw new Error(`not within ${seconds} s: ${check}`);
}
