/** WoPack's commission on one pack sold, VAT included. Source: specification, section 9. */
export const COMMISSION_CENTS = 129;

/** A pack is at most 70 % cheaper than its declared value. Source: specification, section 9. */
export const MAX_DISCOUNT = 0.7;

/** Source: specification, section 9. */
export const CURRENCY = 'EUR';
