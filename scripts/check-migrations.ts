import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_TRANSACTION_MARK } from '../apps/api/src/platform/db/migrate.ts';

/** The baseline makes the tables. */
const FIRST_CHECKED = '20261129000001';

const root = join(import.meta.dirname, '..');
const squawk = join(root, 'node_modules/.bin/squawk');
const folder = join(root, 'apps/api/db/migrations');

/** Prints what stops readers and writers of a table, or the processes of the version before; returns whether there is any. */
function lint(text: string, name: string, isQuiet = false): boolean {
  const isInTransaction = !text.startsWith(NO_TRANSACTION_MARK);
  const { status, stdout, error } = spawnSync(
    squawk,
    [
      isInTransaction ? '--assume-in-transaction' : '--no-assume-in-transaction',
      '--config',
      join(root, '.squawk.toml'),
      '--reporter=gcc',
      `--stdin-filepath=${name}`,
    ],
    { input: text, encoding: 'utf8' },
  );
  if (error) throw error;
  // Of a file with nothing else the linter thinks that it has no transaction.
  const needsMark = isInTransaction && /^\s*(?!--).*\bCONCURRENTLY\b/im.test(text);
  if (!isQuiet) process.stderr.write(stdout);
  if (!isQuiet && needsMark)
    console.error(`${name}: CONCURRENTLY needs ${NO_TRANSACTION_MARK} as its first line`);
  return status === 0 && !needsMark;
}

/** What the linter must refuse, and what it must not: a rule that was lost would go unnoticed. */
const SAMPLES: [isGood: boolean, text: string][] = [
  [false, 'CREATE INDEX orders_pin ON orders (pin);'],
  [false, `ALTER TABLE orders ALTER COLUMN pin TYPE bigint USING pin::bigint;`],
  [false, 'ALTER TABLE orders ADD CONSTRAINT orders_pin_check CHECK (pin <> 0);'],
  [false, 'ALTER TABLE orders ADD COLUMN place_id integer NOT NULL;'],
  [false, 'ALTER TABLE orders RENAME COLUMN pin TO code;'],
  [false, 'CREATE INDEX CONCURRENTLY orders_pin ON orders (pin);'],
  [true, 'ALTER TABLE orders ADD COLUMN place text;'],
  [
    true,
    'CREATE TABLE places (id integer PRIMARY KEY, name text); CREATE INDEX places_name ON places (name);',
  ],
  [true, `${NO_TRANSACTION_MARK}\nCREATE INDEX CONCURRENTLY orders_pin ON orders (pin);`],
];
const wrongSamples = SAMPLES.filter(([isGood, text]) => lint(text, 'sample.sql', true) !== isGood);
for (const [isGood, text] of wrongSamples)
  console.error(`The linter ${isGood ? 'refuses' : 'does not refuse'}: ${text}`);

const checkedNames = readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= FIRST_CHECKED);
const badNames = checkedNames.filter((name) => !lint(readFileSync(join(folder, name), 'utf8'), name));
process.exit(wrongSamples.length + badNames.length > 0 ? 1 : 0);
