import type { Stripe } from 'stripe';

/*
 * Objects as Stripe sends them, with every field of its published OpenAPI description (github.com/stripe/openapi, build
 * v2596, API version 2026-10-28.endive) and the values of its fixtures. The library's types are generated from the same
 * description, so the compiler checks them. Only the fields of a card payment vary.
 */

interface ObjectFields {
  id: string;
  amount: number;
  created: number;
}

export const buildPaymentIntent = ({ id, amount, created }: ObjectFields, metadata: Stripe.Metadata) =>
  ({
    id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${id.slice(-12)}`,
    confirmation_method: 'automatic',
    created,
    currency: 'eur',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }) satisfies Stripe.PaymentIntent as Stripe.PaymentIntent;

export const buildCharge = ({ id, amount, created }: ObjectFields, intent: string, last4: string) =>
  ({
    id,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'WOPACK',
    captured: true,
    created,
    currency: 'eur',
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent,
    payment_method: `pm_${id.slice(3)}`,
    payment_method_details: { type: 'card', card: { last4 } as Stripe.Charge.PaymentMethodDetails.Card },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }) satisfies Stripe.Charge as Stripe.Charge;

export const buildRefund = (
  { id, amount, created }: ObjectFields,
  { id: chargeId, payment_intent }: Stripe.Charge,
  metadata: Stripe.Metadata,
) =>
  ({
    id,
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: chargeId,
    created,
    currency: 'eur',
    customer: null,
    customer_account: null,
    metadata,
    payment_intent,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }) satisfies Stripe.Refund as Stripe.Refund;

export const buildDispute = (
  { id, amount, created }: ObjectFields,
  { id: chargeId, payment_intent }: Stripe.Charge,
) =>
  ({
    id,
    object: 'dispute',
    amount,
    balance_transactions: [{ amount: -amount, fee: 2000, net: -amount - 2000 } as Stripe.BalanceTransaction],
    charge: chargeId,
    created,
    currency: 'eur',
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: created + 7 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    } as Stripe.Dispute.EvidenceDetails,
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }) satisfies Stripe.Dispute as Stripe.Dispute;

export const buildCustomer = ({ id, created }: ObjectFields, metadata: Stripe.Metadata) =>
  ({
    id,
    object: 'customer',
    balance: 0,
    created,
    default_source: null,
    description: null,
    email: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    shipping: null,
  }) satisfies Stripe.Customer as Stripe.Customer;

export const buildCardMethod = (
  { id, created }: Omit<ObjectFields, 'amount'>,
  customer: string,
  { number, exp_month, exp_year }: { number: string; exp_month: number; exp_year: number },
) =>
  ({
    id,
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: number.startsWith('5') ? 'mastercard' : 'visa',
      checks: null,
      country: 'PT',
      display_brand: null,
      exp_month,
      exp_year,
      fingerprint: `fp_${number}`,
      funding: 'debit',
      generated_from: null,
      last4: number.slice(-4),
      networks: null,
      regulated_status: null,
      three_d_secure_usage: null,
      wallet: null,
    },
    created,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }) satisfies Stripe.PaymentMethod as Stripe.PaymentMethod;

export const buildTransfer = (
  { id, amount, created }: ObjectFields,
  { destination, source, group }: { destination: string; source: string | null; group: string | null },
  metadata: Stripe.Metadata,
) =>
  ({
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: null,
    created,
    currency: 'eur',
    description: null,
    destination,
    destination_payment: `py_${id}`,
    livemode: false,
    metadata,
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: source,
    source_type: 'card',
    transfer_group: group,
  }) satisfies Stripe.Transfer as Stripe.Transfer;

export const buildTransferReversal = (
  { id, amount, created }: ObjectFields,
  transfer: string,
  metadata: Stripe.Metadata,
) =>
  ({
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: null,
    created,
    currency: 'eur',
    destination_payment_refund: `pyr_${id}`,
    metadata,
    source_refund: null,
    transfer,
  }) satisfies Stripe.TransferReversal as Stripe.TransferReversal;

export const buildPayout = ({ id, amount, created }: ObjectFields) =>
  ({
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: created + 86_400,
    automatic: true,
    balance_transaction: null,
    created,
    currency: 'eur',
    description: 'STRIPE PAYOUT',
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
  }) satisfies Stripe.Payout as Stripe.Payout;
