import { createContext } from 'react';

/** What the server knows of an offer when it sends the page. */
export interface OfferPreview {
  name: string;
  photo: { path: string; srcset: string } | null;
}

/** Set only while the page is prerendered: the app itself fetches the whole offer. */
export const OfferPreviewContext = createContext<OfferPreview | null>(null);
