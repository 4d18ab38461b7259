import { createContext } from 'react';

/** Data of an offer that the server puts into the prerendered page. */
export interface OfferPreview {
  name: string;
  photo: { path: string; srcset: string } | null;
}

/** Set only while prerendering: the app itself fetches the whole offer. */
export const OfferPreviewContext = createContext<OfferPreview | null>(null);
