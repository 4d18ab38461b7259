import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** API and web app, each reloading on change; both end when one does. */
const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const parts = [
  spawn(bin('node'), ['--watch', '--watch-preserve-output', 'apps/api/src/server.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(bin('vite'), ['--clearScreen', 'false'], { cwd: join(root, 'apps/web'), stdio: 'inherit' }),
];
const end = () => parts.forEach((part) => void part.kill('SIGTERM'));
for (const part of parts) part.once('exit', end);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
