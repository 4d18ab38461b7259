/** Writes the data by which forms rate a new password; apps/web/app/features/identity/password/data/README.md. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchPackage } from './fetch-package.ts';

const NUM_PASSWORDS = 10_000;

const sourceDir = fetchPackage('@zxcvbn-ts/language-common', '4.1.3');
const targetDir = join(import.meta.dirname, '../../apps/web/app/features/identity/password/data');
const read = (file: string) => JSON.parse(readFileSync(join(sourceDir, 'src', file), 'utf8'));

/** Most common first. */
const passwords: string[] = read('passwords.json').slice(0, NUM_PASSWORDS);
// Others are refused whatever their number: docs/specification.md, Accounts.
write(
  'common-passwords.json',
  passwords.filter((password) => password.length >= 6 && /\d/.test(password)),
);
const { qwerty, keypad } = read('adjacencyGraphs.json');
write('keyboards.json', { qwerty, keypad });
copyFileSync(join(sourceDir, 'LICENSE.txt'), join(targetDir, 'LICENSE'));

function write(file: string, data: unknown) {
  writeFileSync(join(targetDir, file), `${JSON.stringify(data, null, 2)}\n`);
}
