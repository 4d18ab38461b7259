/** Who visits a screen. */
export type Visitor = 'nobody' | 'buyer' | 'seller' | 'partner';

export type Screen = [path: string, who: Visitor, view?: 'map'];

/** Screens with data that have another layout on a desktop than on a phone. */
export const screensOfTwoLayouts: Screen[] = [
  ['/offers', 'buyer'],
  ['/offers', 'buyer', 'map'],
  ['/offers/1', 'buyer'],
  ['/orders/1', 'buyer'],
  ['/account', 'buyer'],
];

/** Other screens with data, of buyers and guests. */
export const buyerScreens: Screen[] = [
  ['/favorite', 'buyer'],
  ['/orders/1/invoice', 'buyer'],
  ['/offers/history', 'buyer'],
  ['/offers', 'nobody'],
  ['/offers/1', 'nobody'],
  ['/sale-places/1', 'nobody'],
  ['/main', 'buyer'],
  ['/account/basic-info', 'buyer'],
  ['/account/notifications', 'buyer'],
  ['/account/entries', 'buyer'],
  ['/draws/1', 'nobody'],
];

/** Those of sellers and partners. */
export const sellerAndPartnerScreens: Screen[] = [
  ['/seller', 'seller'],
  ['/seller/orders', 'seller'],
  ['/seller/orders?view=past', 'seller'],
  ['/seller/orders?view=reports', 'seller'],
  ['/seller/week', 'seller'],
  ['/seller/sale', 'seller'],
  ['/seller/places', 'seller'],
  ['/transactions', 'seller'],
  ['/statements', 'seller'],
  ['/account/payout', 'seller'],
  ['/account/affiliate', 'partner'],
  ['/sellers', 'partner'],
  ['/clients', 'partner'],
];
