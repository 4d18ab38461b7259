/** Languages of texts and mails: those of the domain package, which this one does not import. */
export const textLanguages = ['pt', 'en', 'ru'] as const;

/** Allergens to be declared by law: EU regulation 1169/2011, annex II. */
export const allergens = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soy',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const;

export const diets = ['vegetarian', 'vegan', 'halal', 'kosher', 'lactose_free', 'gluten_free'] as const;

/** How buyers pay. Wallets hold cards; MB WAY is confirmed in the app of a phone. */
export const paymentMethods = ['card', 'apple_pay', 'google_pay', 'mb_way'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Services that take payments. `sandbox`: a stand-in for demonstrations and tests. */
export const paymentProviders = ['sandbox', 'stripe'] as const;
export type PaymentProviderName = (typeof paymentProviders)[number];

/** keep: the card that pays is kept for the next time; use: pay by a kept one; none: neither, after all. */
export const savedCardWishes = ['keep', 'use', 'none'] as const;
export type SavedCardWish = (typeof savedCardWishes)[number];

/** Who pays sellers and partners: the operator by a file for its bank, or the payment provider. */
export const payoutWays = ['bank_file', 'stripe_connect'] as const;

/** States of a payee's account at the payment provider. */
export const payoutAccountStates = [
  'not_started',
  'in_progress',
  'needs_details',
  'verified',
  'restricted',
] as const;
export type PayoutAccountState = (typeof payoutAccountStates)[number];

/** What the payment provider may ask a payee for, in kinds that have words; its own keys are many. */
export const payoutRequirements = [
  'identity_document',
  'address_document',
  'company_document',
  'personal_details',
  'personal_address',
  'company_details',
  'company_address',
  'company_number',
  'people',
  'business_details',
  'bank_account',
  'terms',
  'other',
] as const;
export type PayoutRequirement = (typeof payoutRequirements)[number];

/** What is chosen on the page of the sandbox for a payee. */
export const sandboxAccountOutcomes = ['verified', 'needs_document', 'restricted'] as const;

/** Columns of the table of products that is exported and imported, in their order. */
export const importColumns = [
  'id',
  'code',
  'sale_place_id',
  'sale_place',
  'name',
  'description',
  'language',
  'name_pt',
  'description_pt',
  'name_en',
  'description_en',
  'name_ru',
  'description_ru',
  'price',
  'value',
  'vat_rate',
  'categories',
  'allergens',
  'diet',
  'weight_grams',
  'photos',
  'quantity',
  'max_per_order',
  'mon',
  'tue',
  'wed',
  'thu',
  'fri',
  'sat',
  'sun',
] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Countries of sellers: those whose VAT numbers can be checked. ISO 3166-1 alpha-2; Portugal first, the rest by name. */
export const businessCountries = [
  'PT',
  'AD',
  'AT',
  'AU',
  'BE',
  'BG',
  'BR',
  'CH',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'PL',
  'RO',
  'RS',
  'RU',
  'SE',
  'SI',
  'SK',
] as const;
export type BusinessCountry = (typeof businessCountries)[number];

/** Source: docs/specification.md, Orders. */
export const orderStates = [
  'paid',
  'collected',
  'not_collected',
  'cancelled_by_buyer',
  'cancelled_by_store',
  'refunded',
] as const;
export type OrderState = (typeof orderStates)[number];

/** Whether a pack was worth its value, by somebody who collected it. */
export const valueAnswers = ['more', 'about', 'less'] as const;
export type ValueAnswer = (typeof valueAnswers)[number];

/** What became of the proposal of a lower value. */
export const valueProposalOutcomes = ['accepted', 'changed', 'recovered'] as const;
export type ValueProposalOutcome = (typeof valueProposalOutcomes)[number];

/** What a buyer who reports a problem asks for: the whole price, a part of it, or nothing but that it is read. */
export const reportWishes = ['refund', 'part', 'none'] as const;
export type ReportWish = (typeof reportWishes)[number];

/** Who may decide on a report of an order. */
export const reportDeciders = ['seller', 'operator'] as const;
export type ReportDecider = (typeof reportDeciders)[number];

/** Sides of an order for which a partner can have a share. */
export const shareSides = ['buyer', 'seller'] as const;
export type ShareSide = (typeof shareSides)[number];

/** What a partner's lists of referred users are sorted by. */
export const referralSorts = ['created', 'name', 'quantity', 'total', 'yours'] as const;
export type ReferralSort = (typeof referralSorts)[number];

/**
 * `reversed`: the order was refunded before the share was credited. Source: docs/specification.md, Money.
 */
export const shareStates = ['pending', 'approved', 'credited', 'paid_out', 'reversed'] as const;
export type ShareState = (typeof shareStates)[number];

/** Reasons for the state of a share. Source: docs/specification.md, Money. */
export const shareReasons = [
  'paid',
  'collected',
  'time_over',
  'cancelled_by_buyer',
  'cancelled_by_store',
  'refunded',
  // After a bank took back what it had given the buyer.
  'restored',
] as const;
export type ShareReason = (typeof shareReasons)[number];

/** Kinds of entries in a user's list of movements. */
export const movementKinds = [
  'purchase',
  'refund',
  'refund_failed',
  'sale',
  'reversal',
  'restored',
  'partial_refund',
  'share',
  'payout',
  'payout_returned',
  'transfer',
  'transfer_reversal',
  'provider_payout',
  'credit_given',
  'credit_ended',
  'other',
] as const;
export type MovementKind = (typeof movementKinds)[number];

export const movementRoles = ['buyer', 'seller', 'partner'] as const;
export type MovementRole = (typeof movementRoles)[number];

/** Roles with statements and payouts. */
export const statementRoles = ['seller', 'partner'] as const;
export type StatementRole = (typeof statementRoles)[number];

/** Transfers to accounts at the payment provider. unknown: sent, and its answer has not come. */
export const transferStates = ['queued', 'unknown', 'made', 'refused', 'cancelled'] as const;
export type TransferState = (typeof transferStates)[number];

/** Transfers of an earning at the payment provider. */
export const providerTransferKinds = ['transfer', 'reversal'] as const;

/** What became of a payout by the payment provider. failed: the money is in the account again. */
export const providerPayoutStatuses = ['pending', 'paid', 'failed'] as const;
export type ProviderPayoutStatus = (typeof providerPayoutStatuses)[number];

/**
 * Whether what is owed is covered. differences: the books and the provider's records differ; short: the books have less
 * than what is owed; not_compared: the last comparison is too old.
 */
export const trustVerdicts = ['covered', 'differences', 'short', 'not_compared'] as const;
export type TrustVerdict = (typeof trustVerdicts)[number];

/** Nightly comparisons: of the ledger with the records behind it, of payments with the provider. */
export const reconciliationKinds = ['ledger', 'provider'] as const;
export type ReconciliationKind = (typeof reconciliationKinds)[number];

/** What a comparison adds up on both sides. */
export const reconciliationSums = ['balances', 'charges', 'refunds', 'at_provider'] as const;
export type ReconciliationSum = (typeof reconciliationSums)[number];

/**
 * Why an amount is not paid out: a sale that can still be reported or refunded, a dispute at the bank, an operator, a
 * changed account, missing data, or less than the minimum.
 */
export const payoutHoldReasons = [
  'pending',
  'dispute',
  'operator',
  'account_changed',
  'missing',
  'minimum',
] as const;

/** `made`: in a bank file; `sent`: the bank has the file. */
export const payoutStates = ['made', 'sent', 'confirmed', 'returned'] as const;
export type PayoutState = (typeof payoutStates)[number];

export const commissionInvoiceKinds = ['invoice', 'credit_note'] as const;
export type CommissionInvoiceKind = (typeof commissionInvoiceKinds)[number];

/**
 * queued: to be sent; sent: the service is being asked; unknown: its answer was lost, and it is looked up before anything
 * is repeated. It ends as issued, by_hand (an operator issued it otherwise, and noted its number), failed (refused for
 * certain; an operator tries again) or replaced (never issued, since the statement was corrected).
 */
export const commissionInvoiceStates = [
  'queued',
  'sent',
  'unknown',
  'issued',
  'by_hand',
  'failed',
  'replaced',
] as const;
export type CommissionInvoiceState = (typeof commissionInvoiceStates)[number];

/**
 * Why it failed: the service refused it; its document has another total, customer or number than it should; the document
 * was cancelled at the service; there is no invoice that a credit note could give back, or that invoice was issued by
 * hand or at a service that is no longer the configured one.
 */
export const commissionInvoiceFailures = [
  'refused',
  'difference',
  'cancelled',
  'nothing_to_credit',
  'credited_elsewhere',
] as const;
export type CommissionInvoiceFailure = (typeof commissionInvoiceFailures)[number];

/** What one try to issue it came to; `unavailable`: nothing was done. */
export const commissionInvoiceOutcomes = [
  'issued',
  'unavailable',
  'lost',
  'refused',
  'difference',
  'cancelled',
  'replaced',
] as const;
export type CommissionInvoiceOutcome = (typeof commissionInvoiceOutcomes)[number];

export const invoicingServices = ['invoicexpress', 'moloni', 'toconline'] as const;
export type InvoicingServiceName = (typeof invoicingServices)[number];

/** Statuses of a dispute. Source: https://docs.stripe.com/api/disputes/object#dispute_object-status */
export const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/**
 * Statuses in which a dispute waits for nobody: decided by the bank, withdrawn before it was one, or prevented. Source:
 * https://docs.stripe.com/api/disputes/object#dispute_object-status
 */
export const closedDisputeStatuses: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented'];

/**
 * queued: to be sent, or sent without an answer yet; waiting: for the end of a dispute. It ends as sent (the provider has
 * it), failed (the bank returned it), refused (by the provider), settled (the operator paid it otherwise) or disputed (the
 * bank gave it back).
 */
export const refundStates = [
  'queued',
  'waiting',
  'sent',
  'failed',
  'refused',
  'settled',
  'disputed',
  // The bank took it back by a later decision, and the sale stands again: nothing goes back.
  'restored',
] as const;
export type RefundState = (typeof refundStates)[number];

/**
 * Why a bank returned a refund, in the provider's terms. Source:
 * https://docs.stripe.com/api/refunds/object#refund_object-failure_reason
 */
export const refundFailures = [
  'lost_or_stolen_card',
  'expired_or_canceled_card',
  'charge_for_pending_refund_disputed',
  'insufficient_funds',
  'declined',
  'merchant_request',
  'unknown',
  // A refund that was taken back on the provider's pages.
  'canceled',
  // The bank had given it back after a dispute, and decided anew.
  'dispute_reversed',
] as const;

/** Why a refund is not with the buyer, where it is not the card. */
export const moneyBackReasons = ['dispute_reversed'] as const;
export type MoneyBackReason = (typeof moneyBackReasons)[number];

/** Why a cardholder disputes. Source: https://docs.stripe.com/api/disputes/object#dispute_object-reason */
export const disputeReasons = [
  'bank_cannot_process',
  'check_returned',
  'credit_not_processed',
  'customer_initiated',
  'debit_not_authorized',
  'duplicate',
  'fraudulent',
  'general',
  'incorrect_account_details',
  'insufficient_funds',
  'noncompliant',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const;

/** Where an order stands that its buyer sent to a friend, as the friend sees it. */
export const friendOrderStates = [
  'unopened',
  'opened',
  'collected',
  'cancelled_by_buyer',
  'cancelled_by_store',
  'refunded',
  'ended',
] as const;
export type FriendOrderState = (typeof friendOrderStates)[number];

/** State of a dispute, as buyer and seller see it. */
export const disputeOutcomes = ['open', 'won', 'lost'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];

/** Providers of social sign-in. */
export const authProviders = ['google', 'apple', 'facebook'] as const;

/** How the units of a slot are given out. */
export const allocationModes = ['first_come', 'draw'] as const;
export type AllocationMode = (typeof allocationModes)[number];

/** How a seller has the units of a product given out. Source: docs/specification.md, Draws and waitlists. */
export const allocationChoices = ['automatic', ...allocationModes] as const;
export type AllocationChoice = (typeof allocationChoices)[number];

export const drawStates = ['open', 'closed', 'drawn', 'cancelled'] as const;
export type DrawState = (typeof drawStates)[number];

/**
 * Why: chosen by the seller; the others by `automatic`, which looks at how fast former slots were taken and how many
 * entered their draws.
 */
export const allocationReasons = [
  'chosen',
  'sold_fast',
  'not_sold_fast',
  'few_entries',
  'draw_continues',
] as const;
export type AllocationReason = (typeof allocationReasons)[number];

/** What buyers can do: buy, enter the draw, or wait for a unit. */
export const slotModes = ['sale', 'draw', 'waitlist'] as const;
export type SlotMode = (typeof slotModes)[number];

/** `entered`: in a draw; the others in the line of a slot. */
export const entryStates = ['entered', 'waiting', 'offered', 'bought', 'lapsed', 'left', 'ended'] as const;
export type EntryState = (typeof entryStates)[number];

/** Images of foods that a product type can have; those of the design system. */
export const productTypeIcons = [
  'apple',
  'avocado',
  'baguette',
  'banana',
  'bento',
  'bread',
  'broccoli',
  'cake',
  'carrot',
  'cherries',
  'coffee',
  'cookie',
  'croissant',
  'cupcake',
  'custard',
  'donut',
  'drink',
  'grapes',
  'olive',
  'orange',
  'paella',
  'pancakes',
  'pie',
  'pizza',
  'pretzel',
  'rice',
  'salad',
  'sandwich',
  'shrimp',
  'strawberry',
  'sushi',
] as const;

/** Source: Directive 2011/16/EU, annex V, section II, B: of the two, different data is collected. */
export const sellerKinds = ['person', 'company'] as const;
export type SellerKind = (typeof sellerKinds)[number];

/** Whether a seller's year is reported; `small`: fewer than 30 sales for at most 2,000 EUR, which need not be. */
export const taxStatuses = ['reportable', 'small', 'outside_eu'] as const;
export type TaxStatus = (typeof taxStatuses)[number];

/** What a partner and a user they referred can have in common. */
export const referralSignKinds = ['iban', 'tax_number', 'phone', 'card', 'address', 'device'] as const;
export type ReferralSignKind = (typeof referralSignKinds)[number];

/** What a refund by an operator is based on; `other`: what the reason says. */
export const refundGrounds = [
  'other',
  'less_than_described',
  'not_as_described',
  'bad_quality',
  'not_handed_out',
  'closed',
] as const;
export type RefundGround = (typeof refundGrounds)[number];

export const operatorRoles = ['support', 'finance', 'catalogue', 'owner'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/**
 * Rights of operators with the roles that have them; an owner has all. Endpoints name the right they need, and the
 * console shows only what its operator may open.
 */
const rolesByRight = {
  'console.use': ['support', 'finance', 'catalogue'],
  'orders.view': ['support', 'finance'],
  'orders.refund': ['support', 'finance'],
  'orders.support': ['support'],
  'credit.view': ['support', 'finance'],
  'credit.grant': ['support', 'finance'],
  'codes.view': ['support', 'finance'],
  'codes.manage': ['finance'],
  'problems.view': ['support', 'finance'],
  'problems.decide': ['support', 'finance'],
  'users.view': ['support', 'finance'],
  'users.support': ['support'],
  'users.manage': [],
  'sellers.view': ['support', 'finance', 'catalogue'],
  'sellers.verify': ['finance'],
  'sellers.suspend': [],
  'sellers.hold_payouts': ['finance'],
  'catalogue.view': ['support', 'catalogue'],
  'catalogue.moderate': ['catalogue'],
  'content_reports.view': ['support', 'catalogue'],
  'content_reports.decide': ['catalogue'],
  'prices.view': ['support', 'finance', 'catalogue'],
  'prices.manage': ['catalogue'],
  'ledger.view': ['finance'],
  'payouts.manage': ['finance'],
  'disputes.view': ['support', 'finance'],
  'partners.view': ['support', 'finance'],
  'tax.view': ['finance'],
  'system.view': ['support', 'finance'],
  'system.manage': ['support'],
  'launch.view': ['support', 'finance'],
  'launch.check': ['finance'],
  'legal_texts.announce': [],
  'operators.manage': [],
  'audit.view': [],
} as const satisfies Record<string, readonly OperatorRole[]>;

export type OperatorRight = keyof typeof rolesByRight;
// Marked, so that the main app's bundle leaves the rights out.
export const operatorRights = /* @__PURE__ */ Object.keys(rolesByRight) as OperatorRight[];

export const hasRight = (role: OperatorRole, right: OperatorRight): boolean =>
  role === 'owner' || (rolesByRight[right] as readonly OperatorRole[]).includes(role);

export const listRights = (role: OperatorRole): OperatorRight[] =>
  operatorRights.filter((right) => hasRight(role, right));

/** Groups and states of the checks before a town opens. */
export const launchGroups = ['money', 'machine_room', 'operator', 'texts'] as const;
export type LaunchGroup = (typeof launchGroups)[number];
export const launchStates = ['ok', 'later', 'missing'] as const;
export type LaunchState = (typeof launchStates)[number];

/** What becomes of a column of personal data when the account is deleted. */
export const personalDataFates = ['erased', 'retained', 'kept'] as const;
export type PersonalDataFate = (typeof personalDataFates)[number];

export const memberRoles = ['owner', 'manager', 'counter', 'accountant'] as const;
export type MemberRole = (typeof memberRoles)[number];

/**
 * Rights of a business's members with the roles that have them; an owner has all. Endpoints name the right they need,
 * and menus show only what the member may open.
 */
const memberRolesByRight = {
  /** To choose the business and see its sale places by name. */
  'business.use': ['manager', 'counter', 'accountant'],
  'sale_places.manage': ['manager'],
  'products.manage': ['manager'],
  'stock.change': ['manager', 'counter'],
  /** Orders of any day; who hands out sees those of today. */
  'orders.view': ['manager'],
  'orders.cancel': ['manager'],
  hand_out: ['manager', 'counter'],
  'reviews.answer': ['manager'],
  'problems.answer': ['manager'],
  /** Who did what. */
  'activity.view': ['manager'],
  'figures.view': ['manager', 'accountant'],
  'money.view': ['accountant'],
  'money.manage': [],
  'members.manage': [],
  /** Counter devices of the sale places in the member's scope. */
  'devices.manage': ['manager'],
  /** Claims on sale places, closing. */
  'business.manage': [],
} as const satisfies Record<string, readonly MemberRole[]>;

export type MemberRight = keyof typeof memberRolesByRight;
export const memberRights = /* @__PURE__ */ Object.keys(memberRolesByRight) as MemberRight[];

export const hasMemberRight = (role: MemberRole, right: MemberRight): boolean =>
  role === 'owner' || (memberRolesByRight[right] as readonly MemberRole[]).includes(role);

export const listMemberRights = (role: MemberRole): MemberRight[] =>
  memberRights.filter((right) => hasMemberRight(role, right));

/** What a member may be told of, with the right to see it. */
export const sellerNotificationRights = {
  sold: 'hand_out',
  last_sold: 'hand_out',
  cancelled: 'hand_out',
  report: 'problems.answer',
  draw: 'hand_out',
  stock_question: 'stock.change',
} as const satisfies Record<string, MemberRight>;
/** The most units left of which a member may be told that they are few. */
export const MAX_LOW_STOCK_UNITS = 10;

export type SellerNotificationType = keyof typeof sellerNotificationRights;

/** What members of a business do that is noted; devices note their own. */
export const activityKinds = [
  'stock_changed',
  'sold_out',
  'price_changed',
  'schedule_changed',
  'date_changed',
  'holiday_added',
  'holiday_removed',
  'product_added',
  'product_changed',
  'product_copied',
  'product_linked',
  'product_unlinked',
  'product_published',
  'product_paused',
  'product_resumed',
  'product_removed',
  'allocation_changed',
  'slot_cancelled',
  'order_cancelled',
  'order_refunded',
  'handed_out',
  'hand_out_conflict',
  'problem_answered',
  'review_replied',
  'member_invited',
  'invitation_withdrawn',
  'member_joined',
  'member_changed',
  'member_ended',
  'device_added',
  'device_code_renewed',
  'device_paired',
  'device_ended',
  'sale_place_added',
  'sale_place_changed',
  'sale_place_paused',
  'sale_place_resumed',
  'sale_place_removed',
  'payout_account_changed',
  'business_details_changed',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Why an order did not allow a hand-out that a counter device had made without a connection. */
export const handOutConflictReasons = [
  'cancelled',
  'handed_out_elsewhere',
  'ticket_replaced',
  'other_time',
  'dispute_lost',
  'own_order',
] as const;
export type HandOutConflictReason = (typeof handOutConflictReasons)[number];

/** Who hands out at the counter: a member with an account, or a name at the counter. */
export const counterPersonKinds = ['member', 'name'] as const;
export type CounterPersonKind = (typeof counterPersonKinds)[number];

/** What an operator decided; each person concerned gets a statement of reasons. */
export const decisionOutcomes = [
  'refund_nothing',
  'refund_part',
  'refund_all',
  'cancelled',
  'hidden',
  'shown',
  'kept',
  'removed',
  'suspended',
  'reinstated',
  'payouts_held',
  'payouts_released',
  'blocked',
  'unblocked',
  'deleted',
  'roles_changed',
  'channel_changed',
  'types_changed',
  'ending',
] as const;
export type DecisionOutcome = (typeof decisionOutcomes)[number];

/** What a decision of an operator is about. */
export const decisionSubjects = [
  'order',
  'product',
  'sale_place',
  'photo',
  'review',
  'review_reply',
  'seller',
  'user',
] as const;
export type DecisionSubject = (typeof decisionSubjects)[number];

/** What becomes of a decision that somebody objected to. */
export const objectionOutcomes = ['upheld', 'reversed'] as const;
export type ObjectionOutcome = (typeof objectionOutcomes)[number];

/** Who reads a decision: whom it affects, or who reported the content. */
export const decisionReaders = ['affected', 'reporter'] as const;
export type DecisionReader = (typeof decisionReaders)[number];

/** What anybody may report as illegal or against the terms. */
export const reportedContents = ['product', 'seller', 'photo', 'review', 'review_reply'] as const;
export type ReportedContent = (typeof reportedContents)[number];

/** Grounds of a report of content, of which the reporter chooses one. */
export const contentReportGrounds = [
  'illegal',
  'misleading',
  'unsafe',
  'offensive',
  'privacy',
  'copyright',
  'other',
] as const;

/**
 * What a call of the console can be about. A review and the reply to it have the id of the order, a photo that of its product; payouts that are
 * due have any.
 */
export const caseKinds = [
  ...decisionSubjects,
  'content_report',
  'look_alike',
  'place_claim',
  'decision',
  'refund',
  'payout',
  'payout_run',
  'due_payouts',
] as const;
export type CaseKind = (typeof caseKinds)[number];

/**
 * What a mailed code is for. One that signs in is sent to anybody who asks; the others only to a signed-in user, and work
 * for that user alone.
 */
export const codePurposes = [
  'sign_in',
  'verify_email',
  'password',
  'change_email',
  'payout',
  'members',
  'deletion',
  'second_factor',
] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** What happens to the access to an account. */
export const securityEventKinds = [
  'sign_in',
  'sign_in_failed',
  'code_sent',
  'new_device',
  'password_changed',
  'email_changed',
  'payout_account_changed',
  'second_factor_changed',
  'role_changed',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** Legal texts, in the order of the footer; their versions are in the domain package. */
export const legalTexts = ['terms', 'privacy', 'cookie', 'affiliate', 'delete', 'accessibility'] as const;

/** What the content of a unit may weigh. */
export const MIN_WEIGHT_GRAMS = 50;
export const MAX_WEIGHT_GRAMS = 20_000;

/** What a seller may allow at most of one slot in one order. */
export const MAX_PER_ORDER = 7;

/** Who gave credit, and why: the operator, a business, a business by cancelling late, or a code of the operator. */
export const creditSources = ['support', 'business', 'late_cancellation', 'code'] as const;
export type CreditSource = (typeof creditSources)[number];

/** amount, percent: taken off a price; credit: given to whoever enters the code in their account. */
export const discountEffects = ['amount', 'percent', 'credit'] as const;
export type DiscountEffect = (typeof discountEffects)[number];

/** Who pays what a discount code takes off. */
export const discountPayers = ['operator', 'business'] as const;
export type DiscountPayer = (typeof discountPayers)[number];

/** What is left for the card is nothing or at least this: the least that the provider charges. */
export const MIN_CARD_CENTS = 50;

/** What became of a discount code, or whether it can be used. */
export const discountCodeStates = ['planned', 'running', 'used_up', 'ended', 'stopped'] as const;
export type DiscountCodeState = (typeof discountCodeStates)[number];

/** What happened to the credit of a buyer: `used` for an order, `returned` by a refund of one. */
export const creditMovementKinds = ['granted', 'used', 'returned', 'ended'] as const;
export type CreditMovementKind = (typeof creditMovementKinds)[number];

/** Letters and digits of a code, as it is stored. */
export const DISCOUNT_CODE_PATTERN = '^[A-Z0-9]{4,20}$';
/** The most that one grant gives. */
export const MAX_GRANT_CENTS = 10_000;
/** Addresses that one code may be for. */
export const MAX_CODE_ADDRESSES = 2_000;

/** What became of a sale place that looks like an earlier one of another business. */
export const lookAlikeStates = ['open', 'kept', 'hidden', 'transferred'] as const;
export type LookAlikeState = (typeof lookAlikeStates)[number];

/** States of the claim of a business that a sale place is its own. */
export const placeClaimStates = ['open', 'approved', 'refused'] as const;
export type PlaceClaimState = (typeof placeClaimStates)[number];

/** closed: the seller role is off, or the sale place is paused. */
export const productStates = ['draft', 'active', 'paused', 'closed'] as const;
export type ProductState = (typeof productStates)[number];

/** States of an import of a table of products. */
export const importStates = ['checking', 'checked', 'importing', 'done', 'ended'] as const;
export type ImportState = (typeof importStates)[number];

/** incomplete: no legal identity entered yet; new: not verified yet. */
export const sellerStates = ['incomplete', 'new', 'verified', 'suspended'] as const;

export const userStates = ['active', 'blocked', 'deleted'] as const;

/** What a user can be at once. */
export const userRoles = ['buyer', 'seller', 'partner'] as const;

export const contentReportStates = ['open', 'kept', 'hidden'] as const;
export type ContentReportState = (typeof contentReportStates)[number];

/** waiting: for an operator, 72 hours are over; answered: by the seller. */
export const problemStates = ['with_seller', 'waiting', 'answered', 'decided'] as const;

/** What an operator has refunded, of what was paid, for a problem. */
export const problemDecisions = ['nothing', 'part', 'all'] as const;

/** How much of an order has been refunded. */
export const refundExtents = ['none', 'part', 'all'] as const;

/** How a user is told of what they chose; none: not at all. */
export const notificationChannels = ['push', 'mail', 'none'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** Mails with a link that ends them. */
export const unsubscribableMails = [
  'favourites',
  'reminders',
  'value',
  'sold',
  'last_sold',
  'cancelled',
  'draw',
  'stock_question',
] as const;

/** Days of the pickup that a list of offers can be limited to; now: under way. */
export const offerDays = ['now', 'today', 'tomorrow'] as const;
export type OfferDay = (typeof offerDays)[number];

/** Hours of the pickup that words in a search can name. */
export const pickupHours = ['morning', 'lunch', 'afternoon', 'evening'] as const;
export type PickupHours = (typeof pickupHours)[number];

/** Accounts of the ledger. */
export const ledgerAccountKinds = [
  'provider',
  'commission',
  'disputes',
  'vat',
  'payouts',
  'bank',
  'buyer',
  'seller',
  'partner',
  'promotions',
  'credit',
  'seller_at_provider',
  'partner_at_provider',
] as const;

/** Kinds of transactions of the ledger. */
export const ledgerTransactionKinds = [
  'payment',
  'sale',
  'cancellation',
  'order_refund',
  'sale_restored',
  'partial_refund',
  'refund',
  'refund_failed',
  'dispute',
  'payout',
  'payout_confirmed',
  'payout_returned',
  'commission_vat',
  'affiliate_credit',
  'adjustment',
  'transfer',
  'transfer_reversal',
  'provider_payout',
  'credit_grant',
  'credit_end',
] as const;

/** Characters of a text that people write to each other, to the operator or of what they offer. */
export const MAX_TEXT_LENGTH = 2000;
