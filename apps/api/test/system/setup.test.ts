import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// What a newcomer reads while `npm start` installs the packages.

const setupFile = join(import.meta.dirname, '../../../../scripts/setup.mjs');
const INTRODUCTION =
  '\nInstalling packages from the npm registry, Node 26 and PostgreSQL 18 among\n' +
  'them, into node_modules: a few minutes, once, and after updates.\n';

/** Its time passes only by messages of the test. */
const timeModule = `
  import { mock } from 'node:test';
  mock.timers.enable({ apis: ['setInterval', 'Date'] });
  process.on('message', (ms) => process.send(mock.timers.tick(ms) ?? 'passed'));
  process.channel.unref();
`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'wopack-setup-'));
  await cp(setupFile, join(root, 'scripts/setup.mjs'));
  await writeFile(join(root, 'package-lock.json'), '{}');
});
afterEach(() => rm(root, { recursive: true }));

/** Starts the setup with an npm that logs what the test sends it, and ends when the test ends it. */
async function startSetup(npmStatus = 0) {
  const socketPath = join(root, 'npm.sock');
  const npmScript = `#!${process.execPath}
    process.exitCode = ${npmStatus};
    require('node:net').connect(${JSON.stringify(socketPath)}).pipe(process.stderr);
  `;
  await mkdir(join(root, 'bin'));
  await writeFile(join(root, 'bin/npm'), npmScript, { mode: 0o755 });
  const npmServer = createServer().listen(socketPath);
  const setup = fork(join(root, 'scripts/setup.mjs'), {
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(timeModule)}`],
    env: { PATH: [join(root, 'bin'), process.env.PATH].join(delimiter), npm_lifecycle_event: 'prestart' },
    silent: true,
  });
  const output = { stdout: '', stderr: '' };
  setup.stdout!.on('data', (data) => (output.stdout += data));
  setup.stderr!.on('data', (data) => (output.stderr += data));
  const [npm] = (await once(npmServer, 'connection')) as [Socket];
  npmServer.close();
  return {
    output,
    /** Other lines than those of requests are shown: the last one tells that all have been read. */
    async log(...lines: string[]) {
      npm.write([...lines, 'npm notice read', ''].join('\n'));
      await vi.waitUntil(() => output.stderr.endsWith('npm notice read\n'), { timeout: 60_000 });
      output.stderr = output.stderr.replace('npm notice read\n', '');
    },
    async pass(seconds: number) {
      setup.send(seconds * 1000);
      await once(setup, 'message');
    },
    async finish(): Promise<number> {
      npm.end();
      const [status] = await once(setup, 'close');
      return status;
    },
  };
}

const loadedLog = (name: string) =>
  `npm http fetch GET 200 https://registry.npmjs.org/${name}/-/${name}-1.0.0.tgz 12ms (cache miss)`;

test('the installation says every 15 seconds, in words, how far it is', async () => {
  const setup = await startSetup();
  await setup.pass(15);
  await setup.log(
    'npm warn EBADENGINE Unsupported engine',
    'npm http fetch GET 200 https://registry.npmjs.org/vite 9ms',
    loadedLog('vite'),
    loadedLog('pg'),
  );
  await setup.pass(15);
  await setup.pass(14);
  await setup.log(loadedLog('react'));
  await setup.pass(1);
  expect(await setup.finish()).toBe(0);
  expect(setup.output.stderr).toBe('');
  expect(setup.output.stdout).toBe(
    `${INTRODUCTION}  0 packages loaded, 15 s
  2 packages loaded, unpacking, 30 s
  3 packages loaded, 45 s
  3 packages loaded, 45 s

Starting. The first time it makes a database and fills it with a demo: up to
a minute. The address to open is shown then; Ctrl+C ends it.
`,
  );
});

test('an installation that fails shows why, and starts nothing', async () => {
  const setup = await startSetup(7);
  await setup.log('npm error code ENOSPC', 'npm error nospc There is no space left.');
  expect(await setup.finish()).toBe(7);
  expect(setup.output).toEqual({
    stdout: `${INTRODUCTION}  0 packages loaded, 0 s\n`,
    stderr: 'npm error code ENOSPC\nnpm error nospc There is no space left.\n',
  });
});
