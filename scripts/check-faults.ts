import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FaultList, type LockFile, listFindings, listOutdatedAcceptances } from './published-faults.ts';

/** Compares package-lock.json with published-faults.json, without asking any service. */
const { values } = parseArgs({
  options: {
    lock: { type: 'string', default: join(import.meta.dirname, '../package-lock.json') },
    list: { type: 'string', default: join(import.meta.dirname, 'published-faults.json') },
  },
});
const lock = JSON.parse(await readFile(values.lock, 'utf8')) as LockFile;
const list = JSON.parse(await readFile(values.list, 'utf8')) as FaultList;
const findings = [...listFindings(lock, list), ...listOutdatedAcceptances(lock, list)];
for (const finding of findings) console.error(finding);
if (findings.length) {
  console.error(
    'Update the package, or record in scripts/published-faults.json under "accepted" why it does no harm.',
  );
  process.exitCode = 1;
}
