import type { ProductState, SlotMode } from '@wopack/contract';
import { maxOldPriceCents, publicSaleAt, type SlotWindow, type VatRate } from '@wopack/domain';

interface PricePair {
  price_cents: number;
  old_price_cents: number;
}

/**
 * The value of a product when the seller sends none: the one declared before if the new price allows it,
 * else the price tier's value.
 */
export function chooseOldPriceCents(
  priceCents: number,
  tiers: readonly PricePair[],
  previous: PricePair | null,
): number {
  const defaultOldPrice = (cents: number) =>
    tiers.find((tier) => tier.price_cents === cents)?.old_price_cents;
  if (previous) {
    if (previous.price_cents === priceCents) return previous.old_price_cents;
    const isDeclared = previous.old_price_cents !== defaultOldPrice(previous.price_cents);
    const isAllowed =
      previous.old_price_cents >= priceCents && previous.old_price_cents <= maxOldPriceCents(priceCents);
    if (isDeclared && isAllowed) return previous.old_price_cents;
  }
  return defaultOldPrice(priceCents) ?? priceCents;
}

export const toVatColumns = (rate: VatRate) => ({
  vat_percent: rate === 'mixed' ? null : rate,
  is_vat_mixed: rate === 'mixed',
});

/** State of a product that is put on sale: closed while its sale place is paused, or an operator hides it. */
export const stateWhenOpened = ({
  stays_closed: staysClosed,
}: {
  stays_closed: boolean;
}): 'active' | 'closed' => (staysClosed ? 'closed' : 'active');

/** Whether buyers can know what is in it: its allergens, or that it has none of those to be declared. */
export const namesAllergens = (allergens: readonly string[], isFreeOfAllergens: boolean): boolean =>
  allergens.length > 0 || isFreeOfAllergens;

type State = ProductState | 'removed';

/** State of a product saved at or moved to a sale place; drafts and paused products stay as they are. */
export const stateAtSalePlace = (state: State, product: { stays_closed: boolean }): State =>
  state === 'active' || state === 'closed' ? stateWhenOpened(product) : state;

export interface Slot extends SlotWindow {
  id: number;
  quantity: number;
  units_left: number;
  closed: boolean;
  /** By default public. */
  allocation?: SlotAllocation;
}

/** Who gets the units left of a slot; `planned`: it will be drawn once it is on sale. */
export type SlotAllocation = 'public' | 'planned' | 'draw' | 'line';

/** Half an hour before the window ends everything left is for anybody, whatever was reserved. */
export function getSlotMode(
  { allocation, units_left, ends_at }: { allocation: SlotAllocation; units_left: number; ends_at: Date },
  now: Date,
): SlotMode {
  if (now >= publicSaleAt(ends_at)) return 'sale';
  if (allocation === 'planned' || allocation === 'draw') return 'draw';
  return allocation === 'line' || units_left === 0 ? 'waitlist' : 'sale';
}

/** Units that buyers see: to be drawn, or on public sale; one that returned to a line is on its way to somebody. */
export const getShownQuantity = (
  slot: { allocation: SlotAllocation; units_left: number; ends_at: Date },
  now: Date,
): number => (getSlotMode(slot, now) === 'waitlist' ? 0 : slot.units_left);

/** Changes to existing slots that a new calendar requires. */
interface SlotPlan<S extends Slot = Slot> {
  insert: SlotWindow[];
  /** Slots to open; moved if a window is given. */
  change: { id: number; date: string; window?: SlotWindow }[];
  /** Slots to take off sale. */
  close: number[];
  /** Slots that keep their window against the calendar, because units are sold or on hold. */
  unchanged: S[];
}

/**
 * A calendar change applies to future slots at once, but never moves one with orders or holds: if its date
 * is removed, it is only closed. Source: docs/specification.md, Time.
 */
export function planSlots<S extends Slot>(
  slots: readonly S[],
  windows: readonly SlotWindow[],
  now: Date,
): SlotPlan<S> {
  const plan: SlotPlan<S> = { insert: [], change: [], close: [], unchanged: [] };
  const windowsByDate = new Map(windows.map((window) => [window.date, window]));
  for (const slot of slots) {
    const window = windowsByDate.get(slot.date);
    windowsByDate.delete(slot.date);
    // Somebody entered a draw, or waits, for this window.
    const isAwaited = slot.allocation === 'draw' || slot.allocation === 'line';
    const hasSoldUnits = slot.units_left < slot.quantity || isAwaited;
    const isOver = slot.ends_at <= now;
    if (!window) {
      if (isOver || slot.closed) continue;
      plan.close.push(slot.id);
      if (hasSoldUnits) plan.unchanged.push(slot);
    } else if (isSameWindow(slot, window)) plan.change.push({ id: slot.id, date: slot.date });
    else if (hasSoldUnits) {
      plan.unchanged.push(slot);
      if (!isOver) plan.change.push({ id: slot.id, date: slot.date });
    } else plan.change.push({ id: slot.id, date: slot.date, window });
  }
  plan.insert.push(...windowsByDate.values());
  return plan;
}

const isSameWindow = (slot: SlotWindow, window: SlotWindow): boolean =>
  window.starts_at.getTime() === slot.starts_at.getTime() &&
  window.ends_at.getTime() === slot.ends_at.getTime();

/** Whether a price tier or product type can be chosen anew. */
export const isOffered = ({ retired_at: retiredAt }: { retired_at: Date | null }): boolean =>
  retiredAt === null;
