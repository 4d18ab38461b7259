import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailServer } from '../servers/notification-receivers.ts';
import { reservePort, ServerProcess, waitUntil } from '../servers/server-process.ts';

/**
 * Prometheus, Alertmanager and the exporters with the files of deploy/, beside a server process. What the containers have
 * otherwise is replaced: names and ports, a site without a certificate, and a minute, which is two seconds here.
 */
const DEPLOY = join(import.meta.dirname, '../../../../deploy');
const PROGRAMS = [
  'prometheus',
  'prometheus-alertmanager',
  'prometheus-node-exporter',
  'prometheus-blackbox-exporter',
];
const areInstalled = PROGRAMS.every((program) => spawnSync(program, ['--version']).status === 0);

describe.skipIf(!areInstalled || !process.env.TEST_LONG)('watched as by the compose file', () => {
  const mailServer = new MailServer();
  const programs: ChildProcess[] = [];
  const ports = { server: 0, metrics: 0, prometheus: 0, alertmanager: 0, node: 0, blackbox: 0 };
  let folder: string;
  let server: ServerProcess;
  let prometheusProcess: ChildProcess;

  const startServer = () =>
    ServerProcess.start(join(folder, 'data'), {
      PORT: String(ports.server),
      METRICS_PORT: String(ports.metrics),
    });

  /** A file of deploy/, with parts of it replaced: each is there. */
  async function writeConfig(name: string, replacements: readonly (readonly [string | RegExp, string])[]) {
    let text = await readFile(join(DEPLOY, name), 'utf8');
    for (const [former, present] of replacements) {
      const next = text.replaceAll(former, present);
      expect(next, `${name} has ${former}`).not.toBe(text);
      text = next;
    }
    await writeFile(join(folder, name), text);
    return join(folder, name);
  }

  function run(program: string, ...args: string[]): ChildProcess {
    const process = spawn(program, args, { cwd: folder, stdio: 'ignore' });
    programs.push(process);
    return process;
  }

  async function askPrometheus<T>(path: string): Promise<T | null> {
    const reply = await fetch(`http://127.0.0.1:${ports.prometheus}/api/v1/${path}`).catch(() => null);
    return reply?.ok ? ((await reply.json()) as { data: T }).data : null;
  }
  const query = async (expression: string) => {
    const path = `query?query=${encodeURIComponent(expression)}`;
    return (await askPrometheus<{ result: { metric: Record<string, string> }[] }>(path))?.result ?? [];
  };
  async function loadAlerts(): Promise<void> {
    await writeConfig('alerts.yml', [
      [/for: (\d+)m/g, 'for: $1s'],
      [/for: (\d+)s/g, 'for: $1s500ms'],
    ]);
    prometheusProcess.kill('SIGHUP');
    await waitUntil(async () => {
      const rules = await askPrometheus<{ groups: { lastEvaluation: string }[] }>('rules');
      return rules?.groups.some(({ lastEvaluation }) => Date.parse(lastEvaluation) > 0) ?? false;
    });
    // Until it has looked for them again, what fires is sent to nobody.
    await waitUntil(async () => {
      const receivers = await askPrometheus<{ activeAlertmanagers: unknown[] }>('alertmanagers');
      return receivers?.activeAlertmanagers.length === 1;
    });
  }
  const listSubjects = () => mailServer.mails.map(({ subject }) => subject!);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wopack-monitoring-'));
    await mailServer.open();
    for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await reservePort();
    server = await startServer();
    const prometheus = await writeConfig('prometheus.yml', [
      [
        'scrape_interval: 15s',
        'scrape_interval: 500ms\n  scrape_timeout: 500ms\n  evaluation_interval: 500ms',
      ],
      ['/etc/prometheus/alerts.yml', join(folder, 'alerts.yml')],
      [
        /dns_sd_configs:\n +- names: .*\n +type: A\n +port: 9400/g,
        `static_configs:\n      - targets: ['127.0.0.1:${ports.metrics}']`,
      ],
      ['alertmanager:9093', `127.0.0.1:${ports.alertmanager}`],
      ['node:9100', `127.0.0.1:${ports.node}`],
      ['blackbox:9115', `127.0.0.1:${ports.blackbox}`],
      ['https://@DOMAIN@', `http://127.0.0.1:${ports.server}`],
    ]);
    const alertmanager = await writeConfig('alertmanager.yml', [
      ['@SMTP@', `127.0.0.1:${mailServer.port}`],
      ['@FROM@', 'alerts@example.com'],
      ['@TO@', 'operator@example.com'],
      ["'@USER@'", "''"],
      ['/tmp/password', join(folder, 'password')],
      ['@TLS@', 'false'],
      ['group_wait: 30s', 'group_wait: 1s'],
      ['group_interval: 5m', 'group_interval: 2s'],
    ]);
    await writeFile(join(folder, 'password'), '');
    const blackbox = await writeConfig('blackbox.yml', [['fail_if_not_ssl: true', 'fail_if_not_ssl: false']]);
    const address = (port: number) => `--web.listen-address=127.0.0.1:${port}`;
    run(
      'prometheus-node-exporter',
      address(ports.node),
      '--collector.disable-defaults',
      '--collector.filesystem',
    );
    // It leaves half a second of Prometheus's time-out, which is no more than that.
    run(
      'prometheus-blackbox-exporter',
      `--config.file=${blackbox}`,
      '--timeout-offset=0.1',
      address(ports.blackbox),
    );
    run(
      'prometheus-alertmanager',
      `--config.file=${alertmanager}`,
      `--storage.path=${join(folder, 'alertmanager')}`,
      '--cluster.listen-address=',
      address(ports.alertmanager),
    );
    prometheusProcess = run(
      'prometheus',
      `--config.file=${prometheus}`,
      `--storage.tsdb.path=${join(folder, 'metrics')}`,
      '--rules.alert.resend-delay=1s',
      address(ports.prometheus),
    );
  });

  afterAll(async () => {
    for (const program of programs) {
      if (program.exitCode !== null) continue;
      program.kill();
      await once(program, 'exit');
    }
    await server?.waitForExit('SIGTERM');
    await mailServer.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('an outage is mailed once, without what follows from it, and its end too', async () => {
    await waitUntil(async () => (await query('up == 1')).length === 3);
    await waitUntil(async () => (await query('probe_success{job="site"} == 1')).length === 1);
    expect((await query('wopack_database_up == 1')).length).toBe(1);
    expect(await query('node_filesystem_avail_bytes')).not.toEqual([]);
    // Only now: until each has answered once, its absence is an outage.
    await loadAlerts();
    expect(await query('ALERTS{severity="page",alertstate="firing"}')).toEqual([]);

    await server.waitForExit('SIGKILL');
    await waitUntil(async () => listSubjects().some((subject) => /^\[FIRING.*Outage/.test(subject)));
    const { text, html, to } = mailServer.mails.find(({ subject }) => /Outage/.test(subject!))!;
    expect(`${text} ${html}`).toContain('No WoPack process answers.');
    expect(to).toMatchObject([{ address: 'operator@example.com' }]);
    // These fire as well, and are not mailed.
    await waitUntil(
      async () =>
        (await query('ALERTS{alertname=~"ServerDown|SiteUnreachable",alertstate="firing"}')).length === 2,
    );

    server = await startServer();
    await waitUntil(async () => listSubjects().some((subject) => /^\[RESOLVED.*Outage/.test(subject)));
    expect(listSubjects().filter((subject) => /^\[FIRING.*Outage/.test(subject))).toHaveLength(1);
    expect(listSubjects().filter((subject) => /ServerDown|SiteUnreachable/.test(subject))).toEqual([]);
  });
});
