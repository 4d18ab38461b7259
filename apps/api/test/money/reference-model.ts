import {
  addMonths,
  effectiveFrom,
  handOutEndsAt,
  listEndedMonths,
  type Month,
  monthOf,
  monthStart,
  reportDeadline,
} from '@wopack/domain';

export const TIME_ZONE = 'Europe/Lisbon';
export const COMMISSION_CENTS = 129;
export const VAT_PERCENT = 23;
/** Low enough that partners reach it. */
export const MIN_PAYOUT_CENTS = 100;

export type Role = 'seller' | 'partner';

/** The users by role, and the partner who referred each. */
export interface Participants {
  buyers: number[];
  sellers: number[];
  partners: number[];
  referredBy: ReadonlyMap<number, number>;
}

export interface ModelOrder {
  id: number;
  buyer: number;
  seller: number;
  price: number;
  refunded: number;
  isReversed: boolean;
  /** Collected or not collected. */
  isOver: boolean;
  start: Date;
  end: Date;
}

interface Share {
  order: ModelOrder;
  side: 'buyer' | 'seller';
  partner: number;
  hundredths: number;
  state: 'pending' | 'approved' | 'void';
  approveAt: Date;
  approvedAt: Date | null;
  month: Month | null;
}

interface LedgerEntry {
  account: string;
  /** Debit positive: amounts owed are negative. */
  cents: number;
  effectiveFrom: number;
  /** Commission of the entry's transaction. */
  commission: number;
  kind: string;
  isOnStatement: boolean;
}

export interface ModelStatement {
  person: number;
  role: Role;
  month: Month;
  opening: number;
  closing: number;
  commission: number;
  vat: number;
}

export interface ModelPayout {
  statement: ModelStatement;
  cents: number;
  state: 'made' | 'sent' | 'confirmed' | 'returned';
}

/** Rounds an integer fraction, halves away from zero. */
export function divideRounded(numerator: number, denominator: number): number {
  const absolute = Math.abs(numerator);
  const quotient = Math.floor(absolute / denominator) + (2 * (absolute % denominator) >= denominator ? 1 : 0);
  return numerator < 0 && quotient > 0 ? -quotient : quotient;
}

/**
 * A second implementation of the money rules over plain lists, which predicts the ledger after any sequence of actions.
 * Independent of the database and of the server's code, except for the calendar functions.
 */
export class ReferenceModel {
  now: Date;
  readonly participants: Participants;
  readonly orders: ModelOrder[] = [];
  readonly shares: Share[] = [];
  readonly entries: LedgerEntry[] = [];
  readonly statements: ModelStatement[] = [];
  readonly payouts: ModelPayout[] = [];
  readonly credits = new Map<string, number>();
  readonly activePartners: Set<number>;
  readonly payableUsers = new Set<number>();
  private readonly paidMonths = new Set<Month>();

  constructor(participants: Participants, now: Date) {
    this.participants = participants;
    this.now = now;
    this.activePartners = new Set(participants.partners);
  }

  private post(
    kind: string,
    entries: [account: string, cents: number][],
    effectiveAt: Date = this.now,
  ): void {
    const nonZeroEntries = entries.filter(([, cents]) => cents !== 0);
    const commission = -nonZeroEntries
      .filter(([account]) => account === 'commission')
      .reduce((sum, [, cents]) => sum + cents, 0);
    for (const [account, cents] of nonZeroEntries)
      this.entries.push({
        account,
        cents,
        effectiveFrom: effectiveAt.getTime(),
        commission,
        kind,
        isOnStatement: false,
      });
  }

  addOrder(order: Pick<ModelOrder, 'id' | 'buyer' | 'seller' | 'price' | 'start' | 'end'>): void {
    const newOrder = { ...order, refunded: 0, isReversed: false, isOver: false };
    const { price, buyer, seller, end } = newOrder;
    this.orders.push(newOrder);
    this.post('payment', [
      ['provider', price],
      [`buyer:${buyer}`, -price],
    ]);
    this.post(
      'sale',
      [
        [`buyer:${buyer}`, price],
        [`seller:${seller}`, COMMISSION_CENTS - price],
        ['commission', -COMMISSION_CENTS],
      ],
      effectiveFrom(end, this.now),
    );
    for (const side of ['buyer', 'seller'] as const) {
      const partner = this.participants.referredBy.get(newOrder[side]);
      if (partner === undefined || !this.activePartners.has(partner)) continue;
      if (partner === buyer || partner === seller) continue;
      this.shares.push({
        order: newOrder,
        side,
        partner,
        hundredths: COMMISSION_CENTS * 15,
        state: 'pending',
        approveAt: reportDeadline(end),
        approvedAt: null,
        month: null,
      });
    }
  }

  setTime(now: Date): void {
    this.now = now;
    for (const order of this.orders) if (handOutEndsAt(order.end) < now) order.isOver = true;
  }

  isOpen = ({ isReversed, isOver }: ModelOrder): boolean => !isReversed && !isOver;

  /** Whether the order can be handed out now. */
  canCollect = (order: ModelOrder): boolean =>
    this.isOpen(order) && this.now.getTime() >= order.start.getTime() - 30 * 60_000;

  /** The total must exceed earlier refunds and not exceed the seller's earning. */
  canRefundPart = ({ price, refunded }: ModelOrder, total: number): boolean =>
    total > refunded && total <= price - COMMISSION_CENTS;

  collect(order: ModelOrder): void {
    order.isOver = true;
    for (const share of this.shares)
      if (share.order === order && share.state === 'pending') {
        share.state = 'approved';
        share.approvedAt = this.now;
      }
  }

  /** Full refund: reverses the earning, the commission and the shares. */
  reverseOrder(order: ModelOrder): void {
    const { price, refunded, buyer, seller, end } = order;
    this.post(
      'undone',
      [
        [`seller:${seller}`, price - COMMISSION_CENTS - refunded],
        ['commission', COMMISSION_CENTS],
        [`buyer:${buyer}`, refunded - price],
      ],
      effectiveFrom(end, this.now),
    );
    this.postRefund(order, price - refunded);
    order.isReversed = true;
    for (const share of this.shares.filter(
      (otherShare) => otherShare.order === order && otherShare.state !== 'void',
    )) {
      if (share.month === null) share.state = 'void';
      else
        this.shares.push({
          ...share,
          hundredths: -share.hundredths,
          month: null,
          approveAt: this.now,
          approvedAt: this.now,
        });
    }
  }

  /** Raises the refunded amount to a total, at the expense of the seller's earning. */
  refundPart(order: ModelOrder, total: number): void {
    const additionalCents = total - order.refunded;
    this.post(
      'part',
      [
        [`seller:${order.seller}`, additionalCents],
        [`buyer:${order.buyer}`, -additionalCents],
      ],
      effectiveFrom(order.end, this.now),
    );
    this.postRefund(order, additionalCents);
  }

  private postRefund(order: ModelOrder, cents: number): void {
    order.refunded += cents;
    this.post('refund', [
      [`buyer:${order.buyer}`, cents],
      ['provider', -cents],
    ]);
  }

  /** The hourly job of the server. */
  settle(): void {
    this.creditShares();
    this.issueStatements();
    const month = monthOf(this.now, TIME_ZONE);
    const isDue = this.now >= new Date(monthStart(month, TIME_ZONE).getTime() + 4 * 86_400_000);
    if (!isDue || this.paidMonths.has(month)) return;
    this.paidMonths.add(month);
    this.runPayouts();
  }

  private creditShares(): void {
    for (const share of this.shares)
      if (share.state === 'pending' && share.approveAt <= this.now) {
        share.state = 'approved';
        share.approvedAt = share.approveAt;
      }
    for (const partner of this.participants.partners) {
      const listUncredited = () =>
        this.shares.filter(
          (share) => share.partner === partner && share.state === 'approved' && share.month === null,
        );
      const firstApprovedAt = Math.min(...listUncredited().map(({ approvedAt }) => approvedAt!.getTime()));
      if (!Number.isFinite(firstApprovedAt)) continue;
      for (const month of listEndedMonths(new Date(firstApprovedAt), this.now, TIME_ZONE)) {
        const end = monthStart(addMonths(month, 1), TIME_ZONE);
        const newlyCredited = listUncredited().filter(({ approvedAt }) => approvedAt! < end);
        if (newlyCredited.length === 0 || this.credits.has(`${partner} ${month}`)) continue;
        for (const share of newlyCredited) share.month = month;
        const cents = divideRounded(
          newlyCredited.reduce((sum, { hundredths }) => sum + hundredths, 0),
          100,
        );
        this.credits.set(`${partner} ${month}`, cents);
        const entries: [string, number][] = [
          ['commission', cents],
          [`partner:${partner}`, -cents],
        ];
        this.post('share', entries, new Date(end.getTime() - 1));
      }
    }
  }

  private listAccounts(): { person: number; role: Role; account: string }[] {
    const toAccount = (role: Role) => (person: number) => ({ person, role, account: `${role}:${person}` });
    return [
      ...this.participants.sellers.map(toAccount('seller')),
      ...this.participants.partners.map(toAccount('partner')),
    ];
  }

  private issueStatements(): void {
    for (const { person, role, account } of this.listAccounts()) {
      const openEntries = this.entries.filter((entry) => entry.account === account && !entry.isOnStatement);
      if (openEntries.length === 0) continue;
      const firstEffectiveAt = new Date(Math.min(...openEntries.map((entry) => entry.effectiveFrom)));
      for (const month of listEndedMonths(firstEffectiveAt, this.now, TIME_ZONE)) {
        const previousStatement = this.findLatestStatement(person, role);
        if (previousStatement && previousStatement.month >= month) continue;
        const end = monthStart(addMonths(month, 1), TIME_ZONE).getTime();
        const entries = openEntries.filter((entry) => !entry.isOnStatement && entry.effectiveFrom < end);
        if (entries.length === 0) continue;
        for (const entry of entries) entry.isOnStatement = true;
        const opening = previousStatement?.closing ?? 0;
        const commission = role === 'seller' ? entries.reduce((sum, entry) => sum + entry.commission, 0) : 0;
        const vat = divideRounded(commission * VAT_PERCENT, 100 + VAT_PERCENT);
        const closing = entries.reduce((sum, { cents }) => sum - cents, opening);
        this.statements.push({ person, role, month, opening, closing, commission, vat });
        this.post('vat', [
          ['commission', vat],
          ['vat', -vat],
        ]);
      }
    }
  }

  private findLatestStatement = (person: number, role: Role): ModelStatement | undefined =>
    this.statements.findLast((statement) => statement.person === person && statement.role === role);

  /** Pays out all due balances by the newest statements. Returns the total. */
  runPayouts(): number {
    let totalCents = 0;
    for (const { person, role, account } of this.listAccounts()) {
      const statement = this.findLatestStatement(person, role);
      if (!statement || !this.payableUsers.has(person)) continue;
      if (this.payouts.some((payout) => payout.statement === statement)) continue;
      // Payouts count at once, even if a clock that ran ahead dated them later.
      const availableCents = this.entries
        .filter((entry) => entry.account === account)
        .filter((entry) => entry.effectiveFrom <= this.now.getTime() || entry.kind === 'payout')
        .reduce((sum, { cents }) => sum - cents, 0);
      const cents = Math.min(statement.closing, availableCents);
      if (cents < MIN_PAYOUT_CENTS) continue;
      this.payouts.push({ statement, cents, state: 'made' });
      this.post('payout', [
        [account, cents],
        ['payouts', -cents],
      ]);
      totalCents += cents;
    }
    return totalCents;
  }

  confirm(payout: ModelPayout): void {
    payout.state = 'confirmed';
    this.post('confirmed', [
      ['payouts', payout.cents],
      ['bank', -payout.cents],
    ]);
  }

  bounce(payout: ModelPayout): void {
    const { statement, cents } = payout;
    this.post('returned', [
      [payout.state === 'confirmed' ? 'bank' : 'payouts', cents],
      [`${statement.role}:${statement.person}`, -cents],
    ]);
    payout.state = 'returned';
  }

  getBalances(): Map<string, number> {
    const balances = new Map<string, number>();
    for (const { account, cents } of this.entries)
      balances.set(account, (balances.get(account) ?? 0) + cents);
    return balances;
  }
}
