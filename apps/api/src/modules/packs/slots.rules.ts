import type { SlotWindow } from '@wopack/rules';

interface Slot extends SlotWindow {
  id: number;
  quantity: number;
  left: number;
  closed: boolean;
}

/** What a new week means for the slots that are there. */
export interface SlotPlan {
  insert: SlotWindow[];
  /** With a window: it moves there. */
  change: { id: number; window?: SlotWindow }[];
  close: number[];
  /** Dates that keep their old window because packs of them are sold or held. */
  kept: string[];
}

/**
 * Changing a week changes future slots at once, but never moves or removes one that has orders or holds.
 * Source: product.md, Time.
 */
export function planSlots(slots: readonly Slot[], windows: readonly SlotWindow[], now: Date): SlotPlan {
  const plan: SlotPlan = { insert: [], change: [], close: [], kept: [] };
  const wanted = new Map(windows.map((window) => [window.date, window]));
  for (const slot of slots) {
    const window = wanted.get(slot.date);
    wanted.delete(slot.date);
    const over = slot.ends_at <= now;
    if (over && !window) continue;
    const moves =
      !window ||
      window.starts_at.getTime() !== slot.starts_at.getTime() ||
      window.ends_at.getTime() !== slot.ends_at.getTime();
    if (!moves) plan.change.push({ id: slot.id });
    else if (slot.left < slot.quantity) {
      plan.kept.push(slot.date);
      if (!over) plan.change.push({ id: slot.id });
    } else if (window) plan.change.push({ id: slot.id, window });
    else plan.close.push(slot.id);
  }
  plan.insert.push(...wanted.values());
  return plan;
}
