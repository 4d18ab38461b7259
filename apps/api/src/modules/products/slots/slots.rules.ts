import type { SlotWindow } from '@wopack/domain';

export interface Slot extends SlotWindow {
  id: number;
  quantity: number;
  left: number;
  closed: boolean;
}

/** Changes to existing slots that a new calendar requires. */
export interface SlotPlan<S extends Slot = Slot> {
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
    const hasSoldUnits = slot.left < slot.quantity;
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
