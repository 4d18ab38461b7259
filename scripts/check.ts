import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** All static checks. Runs every check, then fails if one failed. */
const root = join(import.meta.dirname, '..');
const checks: [what: string, command: string, ...args: string[]][] = [
  // Each checker of a project resolves the types of all endpoints and texts again: one takes half of the time of four.
  ['types', 'tsc', '-b', '--checkers', '1'],
  ['lint and format', 'biome', 'check', '--error-on-warnings'],
  ['type-aware lint, names, isolated words of users', 'oxlint', '--type-aware', '--deny-warnings'],
  [
    'module boundaries',
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    'apps',
    'packages',
    'e2e',
    'bench',
    'scripts',
  ],
  ['migrations', 'node', 'scripts/check-migrations.ts'],
  ['published faults of packages', 'node', 'scripts/check-faults.ts'],
  ['unused code', 'knip'],
  ['translations', 'vitest', 'run', '--project', '*web*', '--reporter=dot', 'test/locales'],
  ['icons', 'node', 'packages/ui/scripts/generate-icons.ts', '--check'],
  ['generated files', 'node', 'scripts/generate.ts', '--check'],
];

const failedChecks = checks.filter(([label, command, ...args]) => {
  const started = performance.now();
  const { status } = spawnSync(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
    // A file of output is read without colours.
    env: { ...process.env, ...(!process.stdout.isTTY && { NO_COLOR: '1' }) },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${label} (${seconds} s)\n`);
  return status !== 0;
});
process.exit(failedChecks.length ? 1 : 0);
