import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { EVENTS, type Queue } from '../../src/platform/queues.ts';

const root = join(import.meta.dirname, '../../../..');
const src = join(root, 'apps/api/src');
const queues = [
  ...readFileSync(join(src, 'platform/queues.ts'), 'utf8').matchAll(/^ {2}'([\w-]+\.[\w-]+)':/gm),
].map(([, queue]) => queue as Queue);
/** The table of modules, from the bottom to the top. */
const modules = [
  ...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    .split('### Modules of the server')[1]!
    .split('\n## ')[0]!
    .matchAll(/^\| `([\w-]+)` \|/gm),
].map(([, name]) => name!);
const moduleOf = (queue: string) => queue.split('.')[0]!;

const sources = globSync('modules/**/*.ts', { cwd: src })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({
    path,
    module: path.split(sep)[1]!,
    mentioned: [...readFileSync(join(src, path), 'utf8').matchAll(/'([\w-]+\.[\w-]+)'/g)]
      .map(([, text]) => text as Queue)
      .filter((text) => queues.includes(text)),
  }));

test('a module enqueues what itself or a module below works on, or events', () => {
  const upwards = sources.flatMap(({ path, module, mentioned }) =>
    mentioned
      .filter((queue) => !EVENTS.has(queue) && modules.indexOf(moduleOf(queue)) > modules.indexOf(module))
      .map((queue) => `${path}: ${queue}`),
  );
  expect(upwards).toEqual([]);
});

test('each queue is of a module, and mentioned by it; each event goes upwards', () => {
  expect(queues.length).toBeGreaterThan(50);
  const isMentioned = (queue: Queue, isOwner: (module: string) => boolean) =>
    sources.some(({ module, mentioned }) => isOwner(module) && mentioned.includes(queue));
  expect(queues.filter((queue) => !isMentioned(queue, (module) => module === moduleOf(queue)))).toEqual([]);
  const isBelow = (queue: Queue) => (module: string) =>
    modules.indexOf(module) < modules.indexOf(moduleOf(queue));
  expect([...EVENTS].filter((queue) => !isMentioned(queue, isBelow(queue)))).toEqual([]);
});
