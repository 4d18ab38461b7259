import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const repositoryRoot = join(import.meta.dirname, '../..');

export interface ExampleServer {
  url: string;
  databaseUrl: string;
  /** Start of its clock. */
  now: string;
  emails: Record<string, string>;
  stop: () => Promise<void>;
}

/** A server of its own with the two months of docs/worked-example.md. */
export async function startExample(): Promise<ExampleServer> {
  const child = spawn(
    process.execPath,
    [join(repositoryRoot, 'apps/api/test/money/example/example-server.ts')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exit = once(child, 'exit');
  const firstLine = once(createInterface(child.stdout), 'line');
  const line = await Promise.race([firstLine, exit.then(() => null)]);
  if (!line) throw new Error('the server of the example ended');
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  return { ...(JSON.parse(line[0] as string) as Omit<ExampleServer, 'stop'>), stop };
}
