import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

/** Debian has the tools in the packages prometheus and prometheus-alertmanager. */
const folder = join(import.meta.dirname, '../../../../deploy');
const isInstalled = (tool: string) => spawnSync(tool, ['--version']).status === 0;
const run = async (command: string, args: string[], env: NodeJS.ProcessEnv = process.env) => {
  const { stdout, stderr } = await promisify(execFile)(command, args, { env });
  return stdout + stderr;
};

/** The configuration that a service of the compose file makes of its template before it starts. */
async function buildConfig(service: string, template: string, env: NodeJS.ProcessEnv): Promise<string> {
  const composeFile = await readFile(join(folder, 'compose.yaml'), 'utf8');
  const section = composeFile.split(/^ {2}(?=\w[\w-]*:$)/m).find((text) => text.startsWith(`${service}:`))!;
  const command = /command:\n +- >-\n([\s\S]*?)\n {4}\w/.exec(section)![1]!.replace(/\s*\n\s*/g, ' ');
  const out = await mkdtemp(join(tmpdir(), 'wopack-alerts-'));
  const script = command
    .replaceAll('$$', '$')
    .replaceAll('/tmp/', `${out}/`)
    .replace(/\/etc\/\w+\/(\w+\.yml)/, join(folder, template))
    .replace(/&& exec .*/, '');
  try {
    await run('sh', ['-c', script], { PATH: process.env.PATH, ...env });
    return await readFile(join(out, template), 'utf8');
  } finally {
    await rm(out, { recursive: true });
  }
}

const ALERT_ENV = {
  ALERT_EMAIL: 'ops@example.com',
  ALERT_FROM: 'wopack@example.com',
  ALERT_SMTP: 'mail.example.com:587',
  ALERT_SMTP_USER: 'wopack',
  ALERT_SMTP_PASSWORD: 'a|b&c$d',
  ALERT_SMTP_TLS: 'true',
};

async function checkFile(tool: string, args: string[], name: string, content: string): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), 'wopack-alerts-'));
  try {
    await writeFile(join(out, name), content);
    return await run(tool, [...args, join(out, name)]);
  } finally {
    await rm(out, { recursive: true });
  }
}

test('every alert has a rule test in which it fires', async () => {
  const rules = await readFile(join(folder, 'alerts.yml'), 'utf8');
  const tests = await readFile(join(folder, 'alerts.test.yml'), 'utf8');
  const fired = new Set(
    [...tests.matchAll(/alertname: (\w+)\n +exp_alerts:\n +- exp_labels/g)].map(([, name]) => name!),
  );
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  expect(names.filter((name) => !fired.has(name))).toEqual([]);
});

test('templates are filled in completely', async () => {
  const alertmanager = await buildConfig('alertmanager', 'alertmanager.yml', ALERT_ENV);
  expect(alertmanager.replace(/^#.*/gm, '')).not.toMatch(/@[A-Z]+@/);
  expect(alertmanager).toContain("- to: 'ops@example.com'");
  const prometheus = await buildConfig('prometheus', 'prometheus.yml', { DOMAIN: 'wopack.example' });
  expect(prometheus).toContain("targets: ['https://wopack.example/ready']");
});

test('without a recipient Alertmanager does not start', async () => {
  await expect(
    buildConfig('alertmanager', 'alertmanager.yml', { ...ALERT_ENV, ALERT_EMAIL: '' }),
  ).rejects.toThrow(/ALERT_EMAIL.*deploy\/\.env/);
});

describe.skipIf(!isInstalled('promtool'))('promtool', () => {
  test('every alert fires when it should, and not before', async () => {
    expect(await run('promtool', ['test', 'rules', join(folder, 'alerts.test.yml')])).toContain('SUCCESS');
  });

  test('takes the configuration', async () => {
    const config = await buildConfig('prometheus', 'prometheus.yml', { DOMAIN: 'wopack.example' });
    const local = config.replace('/etc/prometheus', folder);
    expect(await checkFile('promtool', ['check', 'config'], 'prometheus.yml', local)).toContain('SUCCESS');
  });
});

test.skipIf(!isInstalled('amtool'))('amtool takes the configuration', async () => {
  const config = await buildConfig('alertmanager', 'alertmanager.yml', ALERT_ENV);
  expect(await checkFile('amtool', ['check-config'], 'alertmanager.yml', config)).toContain('SUCCESS');
});
