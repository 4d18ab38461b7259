const HAND_OUT_LEAD_MS = 30 * 60_000;

/** Hand-out begins half an hour before the window, as milliseconds. Source: docs/specification.md, Orders. */
export const handOutStartsAt = (order: { pickup_start: string }): number =>
  new Date(order.pickup_start).getTime() - HAND_OUT_LEAD_MS;
