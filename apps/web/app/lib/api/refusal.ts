import type { ReactNode } from 'react';

/** A form whose values the server refused for something outside of it, which can be put right on the spot. */
export interface Refusal {
  error: unknown;
  /** Sends the form again. */
  onResolved: () => void;
  onClose: () => void;
}

/** Nothing for errors that are shown in the form alone. Placed beside the form, since forms do not nest. */
export type RenderRefusal = (refusal: Refusal) => ReactNode;
