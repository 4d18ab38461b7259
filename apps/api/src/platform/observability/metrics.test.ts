import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPaidOrder } from '../../../test/support/order-builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { buildApp, listGauges } from '../../app.ts';
import { serveMetrics } from './metrics.ts';

const api = useTestApp();

test('requests, jobs and orders are counted without personal data', async () => {
  const { buyer } = await createPaidOrder(api);
  const config = { ...api.context.config, metricsPort: 0 };
  const app = await buildApp(
    { ...api.context, config },
    { provider: api.provider, paintDemo: null, webDir: null },
  );
  const metrics = await serveMetrics(
    app,
    { ...api.context, providerCalls: { answered: 3, failed: 1 } },
    {
      port: 0,
      host: '127.0.0.1',
      gauges: listGauges(api.context),
    },
  );
  const response = await app.inject({
    url: '/api/v1/products?searchProductText=secret',
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect(response.statusCode).toBe(200);
  expect((await app.inject('/metrics')).headers['content-type']).not.toMatch(/text\/plain; version/);

  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  expect(text).toMatch(/http_request_duration_seconds_count\{.*route="\/api\/v1\/products".*\} 1\n/);
  expect(text).toMatch(/wopack_jobs_due\{queue="orders.announce-order"\} [1-9]/);
  expect(text).toMatch(/wopack_orders_last_day\{state="paid"\} 1\n/);
  expect(text).toMatch(/wopack_operator_codes_refused 0\n/);
  expect(text).toMatch(/wopack_database_up 1\n/);
  expect(text).toMatch(/wopack_database_connections [1-9]/);
  expect(text).toMatch(/wopack_database_connections_max [1-9]/);
  expect(text).toMatch(/wopack_standbys 0\n/);
  expect(text).toMatch(/wopack_last_backup_timestamp_seconds 0\n/);
  expect(text).toMatch(/wopack_provider_calls_total\{outcome="answered"\} 3\n/);
  expect(text).toMatch(/wopack_quiet 0\n/);
  expect(text).not.toMatch(/secret|example\.com|127\.0\.0\.1/);
  await metrics.close();
  await app.close();
});

test('ready while the database answers', async () => {
  expect((await api.app.inject('/ready')).json()).toEqual({ status: 'ready' });
});

// Dashboard and alert rules refer to series by name: a renamed series would leave an empty panel or an
// alert that never fires.
describe('dashboard and alerts', () => {
  const readDeployFile = (name: string) =>
    readFile(join(import.meta.dirname, '../../../../../deploy', name), 'utf8');

  interface Panel {
    id: number;
    title: string;
    datasource: { uid: string };
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { expr: string; legendFormat: string }[];
  }
  let panels: Panel[];
  let alerts: string;
  /** Label names by series. */
  const exported = new Map<string, Set<string>>();

  beforeAll(async () => {
    panels = JSON.parse(await readDeployFile('grafana/wopack.json')).panels;
    alerts = await readDeployFile('alerts.yml');

    await createPaidOrder(api);
    await api.jobs.runScheduled('ledger.check-balances');
    const config = { ...api.context.config, metricsPort: 0 };
    const readRouter = {
      ...api.context.readRouter,
      listReplicaStates: () => [{ name: 'replica 1', isUsed: true }],
    };
    const appOptions = { provider: api.provider, paintDemo: null, webDir: null };
    const app = await buildApp({ ...api.context, config }, appOptions);
    await app.inject('/health');
    const metrics = await serveMetrics(
      app,
      { ...api.context, readRouter, providerCalls: { answered: 0, failed: 0 } },
      { port: 0, host: '127.0.0.1', gauges: listGauges(api.context) },
    );
    const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
    for (const [, name, labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? /gm)) {
      const labelNames = exported.get(name!) ?? new Set(['instance', 'job']);
      for (const [, label] of labels.matchAll(/(\w+)="/g)) labelNames.add(label!);
      exported.set(name!, labelNames);
    }
    for (const [name, labels] of Object.entries(SERIES_OF_OTHERS))
      exported.set(name, new Set(['instance', 'job', ...labels]));
    await metrics.close();
    await app.close();
  });

  /** Series of exporters, of Prometheus itself, and those that are there only beside a replica or with Stripe. */
  const SERIES_OF_OTHERS: Record<string, string[]> = {
    up: [],
    probe_success: [],
    probe_ssl_earliest_cert_expiry: [],
    node_filesystem_avail_bytes: ['fstype', 'mountpoint'],
    node_filesystem_size_bytes: ['fstype', 'mountpoint'],
    wopack_standby_lag_bytes: ['standby'],
    wopack_clock_difference_seconds: [],
    wopack_malformed_notices_total: [],
  };

  /** Series of an expression that do not exist, and labels that none of its series has. */
  function findUnknownNames(expression: string, legend = ''): string[] {
    const names = expression.match(/\b(?:(?:wopack|http|process|nodejs|probe|node)_\w+|up\b)/g) ?? [
      'no series',
    ];
    const labels = [
      ...[...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/)),
      ...[...expression.matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, label]) => label!),
      ...[...legend.matchAll(/(?:\$labels\.|\{\{)(\w+)/g)].map(([, label]) => label!),
    ];
    return [
      ...names.filter((name) => !exported.has(name)),
      ...labels.filter((label) => !names.some((name) => exported.get(name)?.has(label))),
    ];
  }

  test('every dashboard panel uses exported series', () => {
    expect(panels.length).toBeGreaterThan(8);
    for (const { title, targets } of panels)
      for (const { expr, legendFormat } of targets)
        expect(findUnknownNames(expr, legendFormat), title).toEqual([]);
  });

  test('every alert rule uses exported series', () => {
    const rules = alerts.split('- alert: ').slice(1);
    expect(rules.length).toBeGreaterThan(4);
    for (const rule of rules) {
      const [, expression] = /expr: (.+)/.exec(rule)!;
      expect(findUnknownNames(expression!, rule), rule).toEqual([]);
    }
  });

  test('the manual lists exactly the alert rules', async () => {
    const operatingManual = await readFile(
      join(import.meta.dirname, '../../../../../docs/operating.md'),
      'utf8',
    );
    const table = operatingManual.split('| alert |')[1]!.split('\n\n')[0]!;
    const documentedAlerts = [...table.matchAll(/^\| ([A-Z]\w+) \|/gm)].map(([, name]) => name);
    expect(documentedAlerts).toEqual([...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name));
  });

  test('panels do not overlap and use the configured data source', async () => {
    const source = /uid: (\S+)/.exec(
      await readDeployFile('grafana/provisioning/datasources/prometheus.yml'),
    )![1];
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const gridCells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
    );
    expect(new Set(gridCells).size).toBe(gridCells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
    for (const { datasource } of panels) expect(datasource.uid).toBe(source);
  });
});
