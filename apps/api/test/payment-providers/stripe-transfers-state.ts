import type { Stripe } from 'stripe';
import { StripeApiError } from './stripe-api-error.ts';
import { buildPayout, buildTransfer, buildTransferReversal } from './stripe-objects.ts';

interface Dependencies {
  now: () => Date;
  charges: ReadonlyMap<string, Stripe.Charge>;
  createObjectFields(kind: string, amount: number): { id: string; amount: number; created: number };
  recordEvent(type: string, object: object, account?: string): void;
}

/** A change of the balance of a connected account. */
interface Movement {
  source: string;
  amount: number;
  created: number;
  /** Unix time; from then on it counts as available. */
  availableOn: number;
}

/** A charge counts as available this long after it was made. */
const SETTLED_AFTER_SECONDS = 4 * 86_400;

/** Transfers, reversals, payouts and balances of connected accounts, as Stripe keeps them. */
export class StripeTransfersState {
  readonly transfers = new Map<string, Stripe.Transfer>();
  readonly reversals = new Map<string, Stripe.TransferReversal>();
  readonly payouts = new Map<string, { account: string; payout: Stripe.Payout }>();
  readonly movements = new Map<string, Movement[]>();
  /** Accounts that cannot receive transfers, because something is missing. */
  readonly restrictedAccounts = new Set<string>();
  /** The balance of the platform is too small for transfers of no charge. */
  isPlatformEmpty = false;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
  }

  createTransfer(params: URLSearchParams, metadata: Stripe.Metadata): Stripe.Transfer {
    const account = params.get('destination') ?? '';
    const amount = Number(params.get('amount'));
    const chargeId = params.get('source_transaction');
    if (params.get('currency') !== 'eur' || !(amount > 0)) refuse('parameter_invalid_integer');
    if (this.restrictedAccounts.has(account)) refuse('insufficient_capabilities_for_transfer');
    const charge = chargeId ? this.dependencies.charges.get(chargeId) : undefined;
    if (chargeId && !charge) refuse('resource_missing');
    if (!charge && this.isPlatformEmpty) refuse('balance_insufficient');
    const transferred = [...this.transfers.values()]
      .filter(({ source_transaction }) => charge && source_transaction === charge.id)
      .reduce((sum, transfer) => sum + transfer.amount, 0);
    if (charge && transferred + amount > charge.amount) refuse('transfer_source_balance_parameters_mismatch');
    const transfer = buildTransfer(
      this.dependencies.createObjectFields('tr', amount),
      { destination: account, source: charge?.id ?? null, group: params.get('transfer_group') },
      metadata,
    );
    this.transfers.set(transfer.id, transfer);
    this.move(account, {
      source: transfer.destination_payment as string,
      amount,
      created: transfer.created,
      availableOn: charge ? charge.created + SETTLED_AFTER_SECONDS : transfer.created,
    });
    this.dependencies.recordEvent('transfer.created', transfer);
    return transfer;
  }

  getTransfer(id: string): Stripe.Transfer {
    return this.transfers.get(id) ?? refuse('resource_missing');
  }

  createReversal(id: string, params: URLSearchParams, metadata: Stripe.Metadata): Stripe.TransferReversal {
    const transfer = this.getTransfer(id);
    const account = transfer.destination as string;
    const amount = Number(params.get('amount'));
    if (!(amount > 0) || amount > transfer.amount - transfer.amount_reversed)
      refuse('transfer_already_reversed');
    if (this.getBalance(account).available < amount) refuse('balance_insufficient');
    const reversal = buildTransferReversal(this.dependencies.createObjectFields('trr', amount), id, metadata);
    this.reversals.set(reversal.id, reversal);
    transfer.amount_reversed += amount;
    transfer.reversed = transfer.amount_reversed === transfer.amount;
    this.move(account, {
      source: reversal.destination_payment_refund as string,
      amount: -amount,
      created: reversal.created,
      availableOn: reversal.created,
    });
    this.dependencies.recordEvent('transfer.reversed', transfer);
    return reversal;
  }

  getBalance(account: string): { available: number; pending: number } {
    const now = this.getUnixTime();
    const sum = (movements: readonly Movement[]) =>
      movements.reduce((total, { amount }) => total + amount, 0);
    const movements = this.movements.get(account) ?? [];
    return {
      available: sum(movements.filter(({ availableOn }) => availableOn <= now)),
      pending: sum(movements.filter(({ availableOn }) => availableOn > now)),
    };
  }

  /** The schedule of the account is due: Stripe pays what is available. Undefined: nothing is. */
  payOut(account: string): string | undefined {
    const { available } = this.getBalance(account);
    if (available <= 0) return undefined;
    const payout = buildPayout(this.dependencies.createObjectFields('po', available));
    this.payouts.set(payout.id, { account, payout });
    this.move(account, {
      source: payout.id,
      amount: -available,
      created: payout.created,
      availableOn: payout.created,
    });
    this.dependencies.recordEvent('payout.created', payout, account);
    return payout.id;
  }

  /** The bank has it, or sends it back, also after it had it. */
  settlePayout(id: string, status: 'paid' | 'failed'): void {
    const { account, payout } = this.payouts.get(id)!;
    if (payout.status === 'failed' || payout.status === status) return;
    payout.status = status;
    if (status === 'failed') {
      payout.failure_code = 'account_closed';
      const now = this.getUnixTime();
      this.move(account, { source: id, amount: payout.amount, created: now, availableOn: now });
    }
    this.dependencies.recordEvent(`payout.${status}`, payout, account);
  }

  getPayout(account: string, id: string): Stripe.Payout {
    const own = this.payouts.get(id);
    return own?.account === account ? own.payout : refuse('resource_missing');
  }

  listPayouts(account: string): ReadonlyMap<string, Stripe.Payout> {
    const own = [...this.payouts].filter(([, payout]) => payout.account === account);
    return new Map(own.map(([id, { payout }]) => [id, payout]));
  }

  listMovements(account: string): ReadonlyMap<string, { id: string; created: number }> {
    return new Map(
      (this.movements.get(account) ?? []).map(({ source, amount, created, availableOn }, index) => {
        const id = `txn_${account}_${index}`;
        return [
          id,
          {
            id,
            object: 'balance_transaction',
            amount,
            net: amount,
            fee: 0,
            created,
            available_on: availableOn,
            source,
          },
        ];
      }),
    );
  }

  private getUnixTime = (): number => Math.floor(this.dependencies.now().getTime() / 1000);

  private move(account: string, movement: Movement): void {
    this.movements.set(account, [...(this.movements.get(account) ?? []), movement]);
  }
}

function refuse(code: string): never {
  throw new StripeApiError(400, { type: 'invalid_request_error', code });
}
