import { pipeline } from 'node:stream/promises';
import { correctStatement, issueStatements } from '../modules/ledger/index.ts';
import { createCsvStream } from '../platform/csv.ts';
import { openPrivateFile } from '../platform/private-file.ts';
import { type CommandContext, parseInteger } from './command-context.ts';
import { listSellerYears } from './yearly-report.queries.ts';
import { buildYearlyRow, YEARLY_HEADER } from './yearly-report.rules.ts';

export function registerStatementCommands({ program, context, print }: CommandContext): void {
  const statements = program.command('statements').description('monthly statements of sellers and partners');
  statements
    .command('issue')
    .description('issue missing statements of ended months; safe to repeat')
    .action(async () => print(`Issued: ${await issueStatements(context)}.`));
  statements
    .command('correct <number>')
    .description('replace a wrong statement by a new one with the present names and VAT')
    .requiredOption('-r, --reason <text>', 'what was wrong; printed on the new statement')
    .action(async (number: string, { reason }: { reason: string }) =>
      print(`${number} is corrected by ${await correctStatement(context, number, reason)}.`),
    );

  program
    .command('yearly <year>')
    .description('DAC7 report of seller earnings in a year by quarter (CSV)')
    .requiredOption('-o, --out <path>', 'file to write')
    .action(async (year: string, { out }: { out: string }) => {
      const sellers = await listSellerYears(context.db, parseInteger(year), context.config.operatorTimeZone);
      const rows = sellers.map(buildYearlyRow);
      await pipeline(createCsvStream(YEARLY_HEADER, rows), (await openPrivateFile(out)).createWriteStream());
      print(`Written: ${out}, ${rows.length} sellers.`);
    });
}
