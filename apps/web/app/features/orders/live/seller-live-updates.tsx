import { useSellerLiveUpdates } from './use-seller-live-updates.ts';

/** Tells the seller of orders wherever in the app they are; nothing to see. */
export default function SellerLiveUpdates() {
  useSellerLiveUpdates();
  return null;
}
