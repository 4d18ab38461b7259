import type { SlotWindow } from '@wopack/rules';

export interface Slot extends SlotWindow {
  id: number;
  quantity: number;
  left: number;
  closed: boolean;
}

/** What a new calendar means for the slots that are there. */
export interface SlotPlan<S extends Slot = Slot> {
  insert: SlotWindow[];
  /** These are open; with a window they move there. */
  change: { id: number; window?: SlotWindow }[];
  /** Nothing more of these is sold. */
  close: number[];
  /** Slots that keep their old window, though the calendar has another or none, because packs of them are sold or held. */
  unchanged: S[];
}

/**
 * A change of hours changes future slots at once, but never moves one that has orders or holds: if its date is taken
 * off, no more of it is sold. Source: docs/specification.md, Time.
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
    const hasSoldUnits = slot.left < slot.quantity;
    const isOver = slot.ends_at <= now;
    if (!window) {
      if (isOver || slot.closed) continue;
      plan.close.push(slot.id);
      if (hasSoldUnits) plan.unchanged.push(slot);
    } else if (isSameWindow(slot, window)) plan.change.push({ id: slot.id });
    else if (hasSoldUnits) {
      plan.unchanged.push(slot);
      if (!isOver) plan.change.push({ id: slot.id });
    } else plan.change.push({ id: slot.id, window });
  }
  plan.insert.push(...windowsByDate.values());
  return plan;
}

const isSameWindow = (slot: SlotWindow, window: SlotWindow): boolean =>
  window.starts_at.getTime() === slot.starts_at.getTime() &&
  window.ends_at.getTime() === slot.ends_at.getTime();
