import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultList, PublishedFault } from './published-faults.ts';

/**
 * `npm run faults`: adds to published-faults.json what the registry's audit reports about package-lock.json. Entries
 * stay: a package that was updated must not come back to a version with a fault.
 */
const root = join(import.meta.dirname, '..');
const listFile = join(import.meta.dirname, 'published-faults.json');

interface Advisory {
  name: string;
  url: string;
  range: string;
}

interface AuditReport {
  vulnerabilities?: Record<string, { via: (Advisory | string)[] }>;
  message?: string;
}

/** npm exits with 1 both when it reports something and when the registry does not answer. */
const output = await new Promise<string>((resolve) => {
  execFile('npm', ['audit', '--json'], { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) =>
    resolve(stdout),
  );
});
const report = JSON.parse(output || '{}') as AuditReport;
if (!report.vulnerabilities) {
  console.error(
    `The registry's audit cannot be reached: ${report.message ?? 'no answer'}. The list is unchanged.`,
  );
  process.exit(1);
}
const reported = Object.values(report.vulnerabilities).flatMap(({ via }) =>
  via.flatMap((each): PublishedFault[] =>
    typeof each === 'string'
      ? []
      : [{ package: each.name, range: each.range, advisory: each.url.split('/').at(-1)!, source: each.url }],
  ),
);
const list = JSON.parse(await readFile(listFile, 'utf8')) as FaultList;
const getKey = (fault: PublishedFault) => `${fault.package} ${fault.advisory}`;
const faults = new Map([...list.faults, ...reported].map((fault) => [getKey(fault), fault]));
const sorted = [...faults.values()].sort((a, b) => getKey(a).localeCompare(getKey(b)));
await writeFile(listFile, `${JSON.stringify({ ...list, faults: sorted }, null, 2)}\n`);
process.stdout.write(`Reported: ${reported.length}; in the list: ${sorted.length}\n`);
