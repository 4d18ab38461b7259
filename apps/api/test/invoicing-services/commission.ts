import { postTransaction } from '../../src/modules/ledger/index.ts';
import { issueStatements } from '../../src/modules/ledger/statements/issue-statements.ts';
import { createTestUser, type TestUser } from '../support/builders.ts';
import type { TestApp } from '../support/test-app.ts';
import { InvoiceXpressStandIn } from './invoicexpress-stand-in.ts';
import { MoloniStandIn } from './moloni-stand-in.ts';
import { TocOnlineStandIn } from './toconline-stand-in.ts';

export const standIns = [
  ['invoicexpress', () => new InvoiceXpressStandIn()],
  ['moloni', () => new MoloniStandIn()],
  ['toconline', () => new TocOnlineStandIn()],
] as const;

/** Tax numbers whose check digit is right. */
export function buildTaxNumber(seed: number): string {
  const digits = `5${String(seed).padStart(7, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (9 - index), 0);
  const check = 11 - (sum % 11);
  return `${digits}${check > 9 ? 0 : check}`;
}

let lastBusiness = 1_000;
let lastPosting = 0;

/** A business with a legal identity. */
export async function createBusiness(
  api: TestApp,
  taxNumber = buildTaxNumber(++lastBusiness),
): Promise<TestUser & { taxNumber: string }> {
  const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  await stateTaxNumber(api, seller.id, taxNumber);
  return { ...seller, taxNumber };
}

export const stateTaxNumber = (api: TestApp, userId: number, taxNumber: string) =>
  api.db
    .insertInto('legal_identities')
    .values({
      user_id: userId,
      legal_name: 'Padaria do Largo, Lda',
      address: 'Largo do Carmo 3',
      country: 'PT',
      vat_number: `PT${taxNumber}`,
      kind: 'company',
      register_number: '1',
      tax_number: taxNumber,
      tax_country: 'PT',
      post_code: '1200-092',
      city: 'Lisboa',
      updated_at: api.clock.now(),
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ vat_number: `PT${taxNumber}`, tax_number: taxNumber }),
    )
    .execute();

/** A commission of the present month; negative: given back. */
export const postCommission = (api: TestApp, { id }: { id: number }, cents: number) =>
  api.db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'adjustment',
      // Of one note there is one.
      note: `commission ${++lastPosting}`,
      now: api.clock.now(),
      entries: [
        { account: { kind: 'commission' }, amountCents: -cents },
        { account: { kind: 'seller', userId: id }, amountCents: cents },
      ],
    }),
  );

/** Ends the month, and issues its statements. */
export async function endMonth(api: TestApp): Promise<void> {
  const now = api.clock.now();
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12));
  api.clock.set(next.toISOString());
  await issueStatements(api.context);
}

export const listRows = (api: TestApp, businessId?: number) =>
  api.db
    .selectFrom('commission_invoices as invoice')
    .innerJoin('statements', 'statements.id', 'invoice.statement_id')
    .select([
      'invoice.id',
      'invoice.kind',
      'invoice.state',
      'invoice.failure',
      'invoice.error',
      'invoice.amount_cents',
    ])
    .select(['invoice.number', 'invoice.atcud', 'invoice.credits', 'invoice.tries', 'invoice.reference'])
    .select(['invoice.statement_id', 'invoice.next_try_at', 'invoice.service'])
    .$if(businessId !== undefined, (query) => query.where('statements.user_id', '=', businessId!))
    .orderBy('invoice.id')
    .execute();
