import { pipeline } from 'node:stream/promises';
import { correctStatement, issueStatements } from '../modules/ledger/index.ts';
import { csvOf } from '../platform/csv.ts';
import { openPrivateFile } from '../platform/private-file.ts';
import { type Operating, whole } from './operating.ts';
import { yearOfSellers } from './yearly.queries.ts';
import { YEARLY_HEAD, yearlyRow } from './yearly.rules.ts';

export function statementCommands({ program, context, print }: Operating): void {
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
      const sellers = await yearOfSellers(context.db, whole(year), context.config.operatorZone);
      const rows = sellers.map(yearlyRow);
      await pipeline(csvOf(YEARLY_HEAD, rows), (await openPrivateFile(out)).createWriteStream());
      print(`Written: ${out}, ${rows.length} sellers.`);
    });
}
