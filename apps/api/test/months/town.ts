import {
  addMonths,
  effectiveFrom,
  handOutEndsAt,
  listEndedMonths,
  type Month,
  monthOf,
  monthStart,
  reportDeadline,
} from '@wopack/rules';

export const ZONE = 'Europe/Lisbon';
export const COMMISSION = 129;
export const VAT_PERCENT = 23;
/** So low that partners reach it, too. */
export const MINIMUM = 100;

export type Role = 'seller' | 'partner';

/** Who is there, and which partner brought them. */
export interface Cast {
  buyers: number[];
  sellers: number[];
  partners: number[];
  broughtBy: ReadonlyMap<number, number>;
}

export interface TownOrder {
  id: number;
  buyer: number;
  seller: number;
  price: number;
  refunded: number;
  undone: boolean;
  /** Handed out, or never fetched. */
  over: boolean;
  start: Date;
  end: Date;
}

interface Share {
  order: TownOrder;
  side: 'buyer' | 'seller';
  partner: number;
  hundredths: number;
  state: 'pending' | 'approved' | 'void';
  approveAt: Date;
  approvedAt: Date | null;
  month: Month | null;
}

interface Line {
  account: string;
  /** As booked: what is owed is negative. */
  cents: number;
  countsFrom: number;
  /** Of the transaction it is part of. */
  commission: number;
  kind: string;
  stated: boolean;
}

export interface TownStatement {
  person: number;
  role: Role;
  month: Month;
  opening: number;
  closing: number;
  commission: number;
  vat: number;
}

export interface TownPayout {
  statement: TownStatement;
  cents: number;
  state: 'made' | 'sent' | 'confirmed' | 'returned';
}

/** Half away from zero, of a fraction of whole numbers. */
export function nearest(above: number, below: number): number {
  const size = Math.abs(above);
  const whole = Math.floor(size / below) + (2 * (size % below) >= below ? 1 : 0);
  return above < 0 && whole > 0 ? -whole : whole;
}

/**
 * The rules of money over plain lists, told once more and by themselves: what a town's books have to hold after what
 * happened in it. Knows no database and none of the server's code but the calendar.
 */
export class Town {
  now: Date;
  readonly cast: Cast;
  readonly orders: TownOrder[] = [];
  readonly shares: Share[] = [];
  readonly lines: Line[] = [];
  readonly statements: TownStatement[] = [];
  readonly payouts: TownPayout[] = [];
  readonly credits = new Map<string, number>();
  readonly takesPart: Set<number>;
  readonly canBePaid = new Set<number>();
  private readonly monthsPaid = new Set<Month>();

  constructor(cast: Cast, now: Date) {
    this.cast = cast;
    this.now = now;
    this.takesPart = new Set(cast.partners);
  }

  private book(kind: string, entries: [account: string, cents: number][], from: Date = this.now): void {
    const kept = entries.filter(([, cents]) => cents !== 0);
    const commission = -kept
      .filter(([account]) => account === 'commission')
      .reduce((sum, [, cents]) => sum + cents, 0);
    for (const [account, cents] of kept)
      this.lines.push({ account, cents, countsFrom: from.getTime(), commission, kind, stated: false });
  }

  sold(order: Pick<TownOrder, 'id' | 'buyer' | 'seller' | 'price' | 'start' | 'end'>): void {
    const sold = { ...order, refunded: 0, undone: false, over: false };
    const { price, buyer, seller, end } = sold;
    this.orders.push(sold);
    this.book('payment', [
      ['provider', price],
      [`buyer:${buyer}`, -price],
    ]);
    this.book(
      'sale',
      [
        [`buyer:${buyer}`, price],
        [`seller:${seller}`, COMMISSION - price],
        ['commission', -COMMISSION],
      ],
      effectiveFrom(end, this.now),
    );
    for (const side of ['buyer', 'seller'] as const) {
      const partner = this.cast.broughtBy.get(sold[side]);
      if (partner === undefined || !this.takesPart.has(partner)) continue;
      if (partner === buyer || partner === seller) continue;
      this.shares.push({
        ...{ order: sold, side, partner, hundredths: COMMISSION * 15 },
        ...{ state: 'pending', approveAt: reportDeadline(end), approvedAt: null, month: null },
      });
    }
  }

  timeIs(now: Date): void {
    this.now = now;
    for (const order of this.orders) if (handOutEndsAt(order.end) < now) order.over = true;
  }

  isOpen = ({ undone, over }: TownOrder): boolean => !undone && !over;

  /** May be handed out at this hour. */
  canCollect = (order: TownOrder): boolean =>
    this.isOpen(order) && this.now.getTime() >= order.start.getTime() - 30 * 60_000;

  /** More than they have back, and no more than the seller earned. */
  canGiveBack = ({ price, refunded }: TownOrder, total: number): boolean =>
    total > refunded && total <= price - COMMISSION;

  collect(order: TownOrder): void {
    order.over = true;
    for (const share of this.shares)
      if (share.order === order && share.state === 'pending') {
        share.state = 'approved';
        share.approvedAt = this.now;
      }
  }

  /** Everything back: neither seller, nor WoPack, nor partner earned by it. */
  undo(order: TownOrder): void {
    const { price, refunded, buyer, seller, end } = order;
    this.book(
      'undone',
      [
        [`seller:${seller}`, price - COMMISSION - refunded],
        ['commission', COMMISSION],
        [`buyer:${buyer}`, refunded - price],
      ],
      effectiveFrom(end, this.now),
    );
    this.sendBack(order, price - refunded);
    order.undone = true;
    for (const share of this.shares.filter((one) => one.order === order && one.state !== 'void')) {
      if (share.month === null) share.state = 'void';
      else
        this.shares.push({
          ...{ ...share, hundredths: -share.hundredths, month: null },
          ...{ approveAt: this.now, approvedAt: this.now },
        });
    }
  }

  /** Brings what the buyer has back to a total, out of the seller's earning. */
  giveBack(order: TownOrder, total: number): void {
    const more = total - order.refunded;
    this.book(
      'part',
      [
        [`seller:${order.seller}`, more],
        [`buyer:${order.buyer}`, -more],
      ],
      effectiveFrom(order.end, this.now),
    );
    this.sendBack(order, more);
  }

  private sendBack(order: TownOrder, cents: number): void {
    order.refunded += cents;
    this.book('refund', [
      [`buyer:${order.buyer}`, cents],
      ['provider', -cents],
    ]);
  }

  /** What the server does every hour. */
  settle(): void {
    this.credit();
    this.state();
    const month = monthOf(this.now, ZONE);
    const isDue = this.now >= new Date(monthStart(month, ZONE).getTime() + 4 * 86_400_000);
    if (!isDue || this.monthsPaid.has(month)) return;
    this.monthsPaid.add(month);
    this.pay();
  }

  private credit(): void {
    for (const share of this.shares)
      if (share.state === 'pending' && share.approveAt <= this.now) {
        share.state = 'approved';
        share.approvedAt = share.approveAt;
      }
    for (const partner of this.cast.partners) {
      const waiting = () =>
        this.shares.filter(
          (share) => share.partner === partner && share.state === 'approved' && share.month === null,
        );
      const since = Math.min(...waiting().map(({ approvedAt }) => approvedAt!.getTime()));
      if (!Number.isFinite(since)) continue;
      for (const month of listEndedMonths(new Date(since), this.now, ZONE)) {
        const end = monthStart(addMonths(month, 1), ZONE);
        const taken = waiting().filter(({ approvedAt }) => approvedAt! < end);
        if (taken.length === 0 || this.credits.has(`${partner} ${month}`)) continue;
        for (const share of taken) share.month = month;
        const cents = nearest(
          taken.reduce((sum, { hundredths }) => sum + hundredths, 0),
          100,
        );
        this.credits.set(`${partner} ${month}`, cents);
        const entries: [string, number][] = [
          ['commission', cents],
          [`partner:${partner}`, -cents],
        ];
        this.book('share', entries, new Date(end.getTime() - 1));
      }
    }
  }

  private accounts(): { person: number; role: Role; account: string }[] {
    const of = (role: Role) => (person: number) => ({ person, role, account: `${role}:${person}` });
    return [...this.cast.sellers.map(of('seller')), ...this.cast.partners.map(of('partner'))];
  }

  private state(): void {
    for (const { person, role, account } of this.accounts()) {
      const open = this.lines.filter((line) => line.account === account && !line.stated);
      if (open.length === 0) continue;
      const since = new Date(Math.min(...open.map((line) => line.countsFrom)));
      for (const month of listEndedMonths(since, this.now, ZONE)) {
        const before = this.newest(person, role);
        if (before && before.month >= month) continue;
        const end = monthStart(addMonths(month, 1), ZONE).getTime();
        const lines = open.filter((line) => !line.stated && line.countsFrom < end);
        if (lines.length === 0) continue;
        for (const line of lines) line.stated = true;
        const opening = before?.closing ?? 0;
        const commission = role === 'seller' ? lines.reduce((sum, line) => sum + line.commission, 0) : 0;
        const vat = nearest(commission * VAT_PERCENT, 100 + VAT_PERCENT);
        const closing = lines.reduce((sum, { cents }) => sum - cents, opening);
        this.statements.push({ person, role, month, opening, closing, commission, vat });
        this.book('vat', [
          ['commission', vat],
          ['vat', -vat],
        ]);
      }
    }
  }

  private newest = (person: number, role: Role): TownStatement | undefined =>
    this.statements.findLast((one) => one.person === person && one.role === role);

  /** Pays out whoever is due by their newest statement. Answers how much. */
  pay(): number {
    let paid = 0;
    for (const { person, role, account } of this.accounts()) {
      const statement = this.newest(person, role);
      if (!statement || !this.canBePaid.has(person)) continue;
      if (this.payouts.some((payout) => payout.statement === statement)) continue;
      // What went out is gone, whatever the clock says of when.
      const there = this.lines
        .filter((line) => line.account === account)
        .filter((line) => line.countsFrom <= this.now.getTime() || line.kind === 'payout')
        .reduce((sum, { cents }) => sum - cents, 0);
      const cents = Math.min(statement.closing, there);
      if (cents < MINIMUM) continue;
      this.payouts.push({ statement, cents, state: 'made' });
      this.book('payout', [
        [account, cents],
        ['payouts', -cents],
      ]);
      paid += cents;
    }
    return paid;
  }

  confirm(payout: TownPayout): void {
    payout.state = 'confirmed';
    this.book('confirmed', [
      ['payouts', payout.cents],
      ['bank', -payout.cents],
    ]);
  }

  bounce(payout: TownPayout): void {
    const { statement, cents } = payout;
    this.book('returned', [
      [payout.state === 'confirmed' ? 'bank' : 'payouts', cents],
      [`${statement.role}:${statement.person}`, -cents],
    ]);
    payout.state = 'returned';
  }

  balances(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const { account, cents } of this.lines) sums.set(account, (sums.get(account) ?? 0) + cents);
    return sums;
  }
}
