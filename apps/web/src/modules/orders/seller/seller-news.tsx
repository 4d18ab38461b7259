import { useSellerLive } from './use-seller-live.ts';

/** Tells the seller of orders wherever in the app they are; nothing to see. */
export default function SellerNews() {
  useSellerLive();
  return null;
}
