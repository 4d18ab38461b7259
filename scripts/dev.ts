import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs API, web app and operator console (http://localhost:5174/admin/) with reload on change; all end when one does. */
const root = join(import.meta.dirname, '..');
const resolveBinary = (name: string) => join(root, 'node_modules/.bin', name);
const processes = [
  spawn(resolveBinary('node'), ['--watch', '--watch-preserve-output', 'apps/api/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  ...['apps/web', 'apps/admin'].map((folder) =>
    spawn(resolveBinary('vite'), ['--clearScreen', 'false'], { cwd: join(root, folder), stdio: 'inherit' }),
  ),
];
const stopAll = () => processes.forEach((child) => void child.kill('SIGTERM'));
for (const child of processes) child.once('exit', stopAll);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopAll);
