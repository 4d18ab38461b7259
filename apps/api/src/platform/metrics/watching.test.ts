import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sale } from '../../../test/sale.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { buildApp } from '../../app.ts';
import { serveMetrics } from './metrics.ts';

// What the operator watches asks for figures by their names: one that is renamed here would leave an empty picture or
// an alarm that never rings.
const api = useTestApp();
const deploy = (name: string) => readFile(join(import.meta.dirname, '../../../../../deploy', name), 'utf8');

interface Panel {
  id: number;
  title: string;
  datasource: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string; legendFormat: string }[];
}
let panels: Panel[];
let alerts: string;
/** Label names by the name of each series. */
const exported = new Map<string, Set<string>>();

beforeAll(async () => {
  panels = JSON.parse(await deploy('grafana/wopack.json')).panels;
  alerts = await deploy('alerts.yml');

  await sale(api);
  const config = { ...api.context.config, metricsPort: 0 };
  const reads = { ...api.context.reads, states: () => [{ name: 'replica 1', used: true }] };
  const gateways = { provider: api.provider, paintDemo: null, webDir: null };
  const app = await buildApp({ ...api.context, config }, gateways);
  await app.inject('/health');
  const metrics = await serveMetrics(app, { ...api.context, reads }, { port: 0, host: '127.0.0.1' });
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  for (const [, name, labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? /gm)) {
    const known = exported.get(name!) ?? new Set(['instance', 'job']);
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!);
    exported.set(name!, known);
  }
  await metrics.close();
  await app.close();
});

/** Series of an expression that are not there, and labels that none of its series has. */
function unknown(expression: string, words = ''): string[] {
  const names = expression.match(/\b(wopack|http|process|nodejs)_\w+/g) ?? ['no series'];
  const labels = [
    ...[...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/)),
    ...[...expression.matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, label]) => label!),
    ...[...words.matchAll(/(?:\$labels\.|\{\{)(\w+)/g)].map(([, label]) => label!),
  ];
  return [
    ...names.filter((name) => !exported.has(name)),
    ...labels.filter((label) => !names.some((name) => exported.get(name)?.has(label))),
  ];
}

test('every picture of the dashboard asks for what is told', () => {
  expect(panels.length).toBeGreaterThan(8);
  for (const { title, targets } of panels)
    for (const { expr, legendFormat } of targets) expect(unknown(expr, legendFormat), title).toEqual([]);
});

test('every alarm asks for what is told', () => {
  const rules = alerts.split('- alert: ').slice(1);
  expect(rules.length).toBeGreaterThan(4);
  for (const rule of rules) {
    const [, expression] = /expr: (.+)/.exec(rule)!;
    expect(unknown(expression!, rule), rule).toEqual([]);
  }
});

test('every alarm is in the manual, and no other', async () => {
  const manual = await readFile(join(import.meta.dirname, '../../../../../docs/operating.md'), 'utf8');
  const table = manual.split('| alert |')[1]!.split('\n\n')[0]!;
  const told = [...table.matchAll(/^\| ([A-Z]\w+) \|/gm)].map(([, name]) => name);
  expect(told).toEqual([...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name));
});

test('pictures stand side by side, asked of the source that is set up', async () => {
  const source = /uid: (\S+)/.exec(await deploy('grafana/provisioning/datasources/prometheus.yml'))![1];
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const squares = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  );
  expect(new Set(squares).size).toBe(squares.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  for (const { datasource } of panels) expect(datasource.uid).toBe(source);
});
