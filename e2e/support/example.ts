import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../..');

export interface Example {
  url: string;
  databaseUrl: string;
  /** At which its clock stands. */
  now: string;
  emails: Record<string, string>;
  stop: () => Promise<void>;
}

/** A server of its own on which the two months of docs/worked-example.md have been lived. */
export async function startExample(): Promise<Example> {
  const child = spawn(process.execPath, [join(root, 'apps/api/test/example/server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const said = once(createInterface(child.stdout), 'line');
  const line = await Promise.race([said, ended.then(() => null)]);
  if (!line) throw new Error('the server of the example ended');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { ...(JSON.parse(line[0] as string) as Omit<Example, 'stop'>), stop };
}
