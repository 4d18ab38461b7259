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
    .description('issue what is missing of months that are over; nothing twice')
    .action(async () => print(`Issued: ${await issueStatements(context)}.`));
  statements
    .command('correct <number>')
    .description('issue a new document in the place of a wrong one, with names and VAT as they are set now')
    .requiredOption('-r, --reason <text>', 'what was wrong; stands on the new one')
    .action(async (number: string, { reason }: { reason: string }) =>
      print(`${number} is corrected by ${await correctStatement(context, number, reason)}.`),
    );

  program
    .command('yearly <year>')
    .description('what each seller earned in a year, by quarter, as DAC7 asks platforms to report (CSV)')
    .requiredOption('-o, --out <path>', 'file to write')
    .action(async (year: string, { out }: { out: string }) => {
      const sellers = await listSellerYears(context.db, parseInteger(year), context.config.operatorTimeZone);
      const rows = sellers.map(buildYearlyRow);
      await pipeline(createCsvStream(YEARLY_HEADER, rows), (await openPrivateFile(out)).createWriteStream());
      print(`Written: ${out}, ${rows.length} sellers.`);
    });
}
