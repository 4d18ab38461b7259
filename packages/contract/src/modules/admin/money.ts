import Type from 'typebox';
import {
  Cents,
  Data,
  endpoint,
  FileReply,
  Id,
  IdParams,
  Instant,
  Nullable,
  Success,
  Text,
} from '../../endpoint.ts';
import {
  commissionInvoiceFailures,
  commissionInvoiceKinds,
  commissionInvoiceOutcomes,
  commissionInvoiceStates,
  invoicingServices,
  ledgerAccountKinds,
  ledgerTransactionKinds,
  payoutStates,
  providerPayoutStatuses,
  providerTransferKinds,
  reconciliationKinds,
  refundStates,
  statementRoles,
  transferStates,
} from '../../vocabulary.ts';
import { anyOf, list, operatorRead, period, Reason, ReasonBody, Reference, sumsOf, yesNo } from './lists.ts';

const module = 'admin';

const ledgerEntries = list({
  path: '/api/v1/admin/ledger',
  right: 'ledger.view',
  summary: 'Entries of the ledger',
  filters: {
    ...period,
    account: Type.Optional(Type.Enum(ledgerAccountKinds)),
    kind: Type.Optional(Type.Enum(ledgerTransactionKinds)),
    user_id: Type.Optional(Id),
    order_id: Type.Optional(Id),
  },
  sorts: ['id'],
  row: Type.Object(
    {
      id: Type.String(),
      transaction_id: Type.String(),
      at: Instant,
      kind: Type.Enum(ledgerTransactionKinds),
      account: Type.Enum(ledgerAccountKinds),
      user: Nullable(Reference),
      amount_cents: Type.Integer({ description: 'euro cents; positive: debit, negative: credit' }),
      order_id: Nullable(Id),
      payout_id: Nullable(Id),
      note: Type.String(),
    },
    { $id: 'AdminLedgerEntry' },
  ),
  sums: sumsOf({ debit_cents: Cents, credit_cents: Cents }),
});

const reconciliations = list({
  path: '/api/v1/admin/reconciliations',
  isFreeOfPeople: true,
  right: 'ledger.view',
  summary: 'Nightly comparisons of the ledger with the records behind it, and of payments with the provider',
  filters: { ...period, kind: Type.Optional(Type.Enum(reconciliationKinds)) },
  sorts: ['checked_at'],
  row: Type.Object(
    {
      id: Id,
      kind: Type.Enum(reconciliationKinds),
      checked_at: Instant,
      differences: Type.Array(Type.String()),
    },
    { $id: 'AdminReconciliation' },
  ),
});

const statements = list({
  path: '/api/v1/admin/statements',
  right: 'ledger.view',
  summary: 'Statements of sellers and partners',
  filters: { user_id: Type.Optional(Id), role: Type.Optional(Type.Enum(statementRoles)) },
  sorts: ['id'],
  row: Type.Object(
    {
      id: Id,
      number: Type.String(),
      user: Reference,
      role: Type.Enum(statementRoles),
      month: Type.String(),
      is_former: Type.Optional(
        Type.Boolean({ description: 'for who handed the business over, of sales from before' }),
      ),
      issued_at: Instant,
      opening_cents: Cents,
      closing_cents: Cents,
      commission_cents: Cents,
      corrects: Nullable(Id),
      payout_state: Nullable(Type.Enum(payoutStates)),
    },
    { $id: 'AdminStatement' },
  ),
});

const commissionInvoiceFields = {
  id: Id,
  created_at: Instant,
  business: Reference,
  statement: Type.String({ description: 'number of the statement' }),
  kind: Type.Enum(commissionInvoiceKinds),
  amount_cents: Cents,
  state: Type.Enum(commissionInvoiceStates),
  failure: Nullable(Type.Enum(commissionInvoiceFailures)),
  error: Nullable(Type.String({ description: 'words of the service, or why nothing was done' })),
  tries: Type.Integer(),
  next_try_at: Nullable(Instant),
  number: Nullable(
    Type.String({ description: 'of the service; of one issued by hand, as an operator noted it' }),
  ),
  atcud: Nullable(Type.String()),
  issued_at: Nullable(Instant),
  needs_attention: Type.Boolean({
    description: 'failed, or not issued a day after it was recorded',
  }),
};

const commissionInvoices = list({
  path: '/api/v1/admin/commission_invoices',
  right: 'ledger.view',
  summary:
    'Invoices and credit notes over the commission of statements, which a certified service issues; `failed` ones wait for ' +
    'an operator',
  filters: {
    ...period,
    state: Type.Optional(anyOf(commissionInvoiceStates)),
    needs_attention: yesNo,
    user_id: Type.Optional(Id),
  },
  sorts: ['id'],
  row: Type.Object(commissionInvoiceFields, { $id: 'AdminCommissionInvoiceRow' }),
});

const AdminCommissionInvoice = Type.Object(
  {
    ...commissionInvoiceFields,
    service: Type.Enum(invoicingServices),
    is_of_former_service: Type.Boolean({
      description: 'the service is no longer the configured one: it is not asked any more',
    }),
    reference: Type.String({ description: 'ours, by which the service finds the document' }),
    vat_percent: Type.Number(),
    customer: Type.Object({
      name: Type.String(),
      address: Type.String(),
      tax_number: Type.String(),
    }),
    credits: Nullable(
      Type.Object(
        { id: Id, number: Nullable(Type.String()) },
        { description: 'the invoice that is given back' },
      ),
    ),
    has_pdf: Type.Boolean(),
    attempts: Type.Array(
      Type.Object({
        at: Instant,
        outcome: Type.Enum(commissionInvoiceOutcomes),
        words: Nullable(Type.String()),
      }),
      { description: 'the newest first' },
    ),
  },
  { $id: 'AdminCommissionInvoice' },
);

const runFields = {
  id: Id,
  month: Nullable(Type.String({ description: 'null: made by hand' })),
  created_at: Instant,
  sent_at: Nullable(Instant),
  payouts: Type.Integer(),
  amount_cents: Cents,
  confirmed: Type.Integer(),
  returned: Type.Integer(),
};

const payoutRuns = list({
  path: '/api/v1/admin/payout_runs',
  isFreeOfPeople: true,
  right: 'ledger.view',
  summary: 'Payout runs',
  filters: { ...period },
  sorts: ['id'],
  row: Type.Object(runFields, { $id: 'AdminPayoutRunRow' }),
});

const AdminPayoutRun = Type.Object(
  {
    ...runFields,
    has_file: Type.Boolean(),
    items: Type.Array(
      Type.Object({
        id: Id,
        user_id: Id,
        role: Type.Enum(statementRoles),
        amount_cents: Cents,
        iban_last4: Type.String(),
        holder: Type.String(),
        state: Type.Enum(payoutStates),
        return_reason: Nullable(Type.String()),
        return_reference: Nullable(Type.String({ description: 'of the bank' })),
        changed_at: Instant,
      }),
    ),
  },
  { $id: 'AdminPayoutRun' },
);

const disputes = list({
  path: '/api/v1/admin/disputes',
  isFreeOfPeople: true,
  right: 'disputes.view',
  summary: 'Payments disputed by cardholders; they are answered on the pages of the payment provider',
  filters: { ...period, state: Type.Optional(Type.Enum(['open', 'closed'])) },
  sorts: ['opened_at'],
  row: Type.Object(
    {
      id: Id,
      reference: Type.String(),
      payment_reference: Nullable(Type.String()),
      order_id: Nullable(Id),
      reason: Type.String({ description: "in the provider's terms" }),
      status: Type.String({ description: "in the provider's terms" }),
      amount_cents: Cents,
      withdrawn_cents: Cents,
      respond_by: Nullable(Instant),
      opened_at: Instant,
    },
    { $id: 'AdminDispute' },
  ),
  sums: sumsOf({ amount_cents: Cents, withdrawn_cents: Cents }),
});

const refunds = list({
  path: '/api/v1/admin/refunds',
  right: 'disputes.view',
  summary:
    'Refunds with their way to the buyer; `failed` and `refused` ones wait for an operator, and of `restored` ones nothing ' +
    'goes back',
  filters: {
    ...period,
    state: Type.Optional(anyOf(refundStates)),
    order_id: Type.Optional(Id),
  },
  sorts: ['created_at'],
  row: Type.Object(
    {
      id: Id,
      created_at: Instant,
      state: Type.Enum(refundStates),
      amount_cents: Cents,
      order_id: Nullable(Id),
      buyer: Reference,
      payment_reference: Nullable(Type.String()),
      error: Nullable(Type.String({ description: "why it did not get through, in the provider's terms" })),
      tries: Type.Integer(),
      next_try_at: Nullable(Instant),
      done_at: Nullable(Instant),
      noted_transfer: Nullable(
        Type.Object(
          { bank_reference: Type.String(), amount_cents: Cents, operator: Reference, at: Instant },
          { description: 'a bank transfer that another operator confirms or withdraws' },
        ),
      ),
      references: Type.Array(Type.String(), {
        description: 'of the refunds at the provider, of a dispute, or of the bank transfer',
      }),
      can_restore: Type.Boolean({
        description:
          'a bank had given it back and took it back by a later decision: the seller may have it, see `restoreSale`',
      }),
    },
    { $id: 'AdminRefund' },
  ),
  sums: sumsOf({ amount_cents: Cents }),
});

const transferFields = {
  id: Id,
  created_at: Instant,
  kind: Type.Enum(providerTransferKinds),
  payee: Reference,
  role: Type.Enum(statementRoles),
  amount_cents: Cents,
  order_id: Nullable(Id),
  state: Type.Enum(transferStates, { description: '`unknown`: sent, and its answer has not come' }),
  error: Nullable(Type.String({ description: "why it was not made, in the provider's terms" })),
  tries: Type.Integer(),
  next_try_at: Nullable(Instant),
  made_at: Nullable(Instant),
  needs_attention: Type.Boolean({ description: 'tried five times without success' }),
};

const transfers = list({
  path: '/api/v1/admin/transfers',
  right: 'ledger.view',
  summary: 'Transfers to accounts of sellers and partners at the payment provider, and their reversals',
  filters: {
    ...period,
    state: Type.Optional(anyOf(transferStates)),
    kind: Type.Optional(Type.Enum(providerTransferKinds)),
    needs_attention: yesNo,
    user_id: Type.Optional(Id),
    order_id: Type.Optional(Id),
  },
  sorts: ['id'],
  row: Type.Object(transferFields, { $id: 'AdminTransferRow' }),
  sums: sumsOf({ amount_cents: Cents }),
});

const AdminTransfer = Type.Object(
  {
    ...transferFields,
    account_ref: Type.String({ description: 'at the provider' }),
    reference: Nullable(Type.String({ description: 'of the provider' })),
    reverses: Nullable(Id),
    changed_at: Instant,
  },
  { $id: 'AdminTransfer' },
);

const providerPayouts = list({
  path: '/api/v1/admin/provider_payouts',
  right: 'ledger.view',
  summary: 'What the payment provider paid to the banks of sellers and partners',
  filters: {
    ...period,
    status: Type.Optional(anyOf(providerPayoutStatuses)),
    needs_attention: yesNo,
    user_id: Type.Optional(Id),
  },
  sorts: ['id'],
  row: Type.Object(
    {
      id: Id,
      created_at: Instant,
      payee: Reference,
      seller_cents: Cents,
      partner_cents: Cents,
      status: Type.Enum(providerPayoutStatuses, {
        description: '`failed`: the money is in the account again',
      }),
      failure: Nullable(Type.String({ description: "in the provider's terms" })),
      arrives_on: Type.String({ format: 'date' }),
      reference: Type.String({ description: 'of the provider' }),
      needs_attention: Type.Boolean({
        description:
          'failed, and nothing was paid out of the account since: the bank account has to be corrected',
      }),
    },
    { $id: 'AdminProviderPayout' },
  ),
  sums: sumsOf({ seller_cents: Cents, partner_cents: Cents }),
});

const payoutAction = { module, auth: 'operator', right: 'payouts.manage', stepUp: true } as const;

export const money = {
  listLedgerEntries: ledgerEntries.rows,
  exportLedgerEntries: ledgerEntries.csv,
  listReconciliations: reconciliations.rows,
  exportReconciliations: reconciliations.csv,
  listAdminStatements: statements.rows,
  exportAdminStatements: statements.csv,
  listPayoutRuns: payoutRuns.rows,
  exportPayoutRuns: payoutRuns.csv,
  getPayoutRun: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/payout_runs/{id}',
    right: 'ledger.view',
    summary: 'A payout run with its payouts',
    params: IdParams,
    reply: Data(AdminPayoutRun),
    errors: ['validation', 'notFound'],
  }),
  createPayoutRun: endpoint({
    ...payoutAction,
    method: 'POST',
    path: '/api/v1/admin/payout_runs',
    summary:
      'Make all payouts due by the newest statements, as one bank file; `id` is null when nobody is due',
    body: ReasonBody,
    reply: Data(Type.Object({ id: Nullable(Id), payouts: Type.Integer(), amount_cents: Cents })),
    errors: ['validation', 'conflict'],
  }),
  exportPayoutFile: endpoint({
    ...payoutAction,
    method: 'GET',
    path: '/api/v1/admin/payout_runs/{id}/file',
    summary: 'The pain.001 file of a run for the bank; identical each time. Written to the audit log',
    params: IdParams,
    produces: 'application/xml',
    reply: FileReply,
    errors: ['validation', 'notFound'],
  }),
  markPayoutRunSent: endpoint({
    ...payoutAction,
    method: 'POST',
    path: '/api/v1/admin/payout_runs/{id}/sent',
    summary:
      'The bank has the file of this run. Code 5 for whoever prepared it, if another operator can do it; so for the ' +
      'steps after it',
    params: IdParams,
    body: ReasonBody,
    reply: Data(AdminPayoutRun),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  confirmPayoutRun: endpoint({
    ...payoutAction,
    method: 'POST',
    path: '/api/v1/admin/payout_runs/{id}/confirm',
    summary: 'All payouts of this run arrived, except those that were returned',
    params: IdParams,
    body: ReasonBody,
    reply: Data(AdminPayoutRun),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  returnAdminPayout: endpoint({
    ...payoutAction,
    method: 'POST',
    path: '/api/v1/admin/payouts/{id}/return',
    summary: "The bank sent a payout back: it is owed again. The user reads the bank's reason",
    params: IdParams,
    body: Type.Object({
      reason: Reason,
      bank_reference: Type.Optional(
        Type.String({ maxLength: 140, description: 'required when the payout was confirmed' }),
      ),
    }),
    reply: Data(AdminPayoutRun),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  listRefunds: refunds.rows,
  exportRefunds: refunds.csv,
  repeatRefund: endpoint({
    module,
    auth: 'operator',
    right: 'orders.refund',
    stepUp: true,
    method: 'POST',
    path: '/api/v1/admin/refunds/{id}/repeat',
    summary:
      'Send a refund to the card once more, which the bank returned or the provider refused. Code 5 for whoever decided on ' +
      'it or sent it before, if another operator can do it',
    params: IdParams,
    body: ReasonBody,
    reply: Success,
    errors: ['validation', 'notFound', 'conflict', 'serviceDown'],
  }),
  settleRefund: endpoint({
    ...payoutAction,
    method: 'POST',
    path: '/api/v1/admin/refunds/{id}/settle',
    summary:
      'A refund that the bank returned or the provider refused is paid by bank transfer. Noted until another operator ' +
      'confirms it; where there is none, it is settled at once and the buyer is told',
    params: IdParams,
    body: Type.Object({ bank_reference: Text(140, 1), reason: Reason }),
    reply: Success,
    errors: ['validation', 'notFound', 'conflict', 'serviceDown'],
  }),
  decideRefundTransfer: endpoint({
    ...payoutAction,
    method: 'POST',
    path: '/api/v1/admin/refunds/{id}/transfer',
    summary:
      'Confirm the noted bank transfer of a refund, by another operator than who noted it: it is settled and the buyer is ' +
      'told. Or withdraw the note, because the money was not sent',
    params: IdParams,
    body: Type.Object({ outcome: Type.Enum(['confirmed', 'withdrawn']), reason: Reason }),
    reply: Success,
    errors: ['validation', 'notFound', 'conflict', 'serviceDown'],
  }),
  restoreSale: endpoint({
    ...payoutAction,
    method: 'POST',
    path: '/api/v1/admin/refunds/{id}/restore',
    summary:
      'The seller is to have what a bank had given the buyer and took back by a later decision: the order counts as sold ' +
      'again, earning and shares are booked as agreed when it was sold, and the next payout or transfer has them. Both ' +
      'sides are told. Code 5 where somebody else decided on the refund, while the pickup is not over, while a dispute is ' +
      'open, and as for a repeated refund',
    params: IdParams,
    body: ReasonBody,
    reply: Success,
    errors: ['validation', 'notFound', 'conflict', 'serviceDown'],
  }),
  listDisputes: disputes.rows,
  exportDisputes: disputes.csv,
  listAdminTransfers: transfers.rows,
  exportAdminTransfers: transfers.csv,
  getAdminTransfer: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/transfers/{id}',
    right: 'ledger.view',
    summary: 'A transfer or reversal at the payment provider',
    params: IdParams,
    reply: Data(AdminTransfer),
    errors: ['validation', 'notFound'],
  }),
  tryAdminTransfer: endpoint({
    ...payoutAction,
    method: 'POST',
    path: '/api/v1/admin/transfers/{id}/try',
    summary:
      'Try a refused one again now, with what is due now, or look one up whose answer has not come, instead of at its next ' +
      'time',
    params: IdParams,
    body: ReasonBody,
    reply: Success,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  listAdminProviderPayouts: providerPayouts.rows,
  exportAdminProviderPayouts: providerPayouts.csv,
  listCommissionInvoices: commissionInvoices.rows,
  exportCommissionInvoices: commissionInvoices.csv,
  getCommissionInvoice: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/commission_invoices/{id}',
    right: 'ledger.view',
    summary: 'An invoice or credit note over the commission, with what the service answered',
    params: IdParams,
    reply: Data(AdminCommissionInvoice),
    errors: ['validation', 'notFound'],
  }),
  exportConsoleInvoicePdf: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/commission_invoices/{id}/pdf',
    right: 'ledger.view',
    summary: 'The document of the service; code 4 until it is kept here',
    params: IdParams,
    produces: 'application/pdf',
    reply: FileReply,
    errors: ['validation', 'notFound'],
  }),
  retryCommissionInvoice: endpoint({
    ...payoutAction,
    method: 'POST',
    path: '/api/v1/admin/commission_invoices/{id}/retry',
    summary:
      'Try a failed one again, after its cause was corrected; the business is named as it states itself now',
    params: IdParams,
    body: ReasonBody,
    reply: Success,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  lookUpCommissionInvoice: endpoint({
    ...payoutAction,
    method: 'POST',
    path: '/api/v1/admin/commission_invoices/{id}/look_up',
    summary:
      'Look it up at the service now, and have it issued if it is not there, instead of at its next time',
    params: IdParams,
    body: ReasonBody,
    reply: Success,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  closeCommissionInvoice: endpoint({
    ...payoutAction,
    method: 'POST',
    path: '/api/v1/admin/commission_invoices/{id}/by_hand',
    summary:
      'Note that it was issued by hand: a failed one, or an open one of a service that is no longer the configured one',
    params: IdParams,
    body: Type.Object({
      number: Type.String({ minLength: 1, maxLength: 60, description: 'of the document that was issued' }),
      reason: Reason,
    }),
    reply: Success,
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
