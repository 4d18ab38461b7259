/** WoPack's commission per order, VAT included. Source: specification, section 9. */
export const COMMISSION_CENTS = 129;

/** Maximum discount on the declared value. Source: specification, section 9. */
export const MAX_DISCOUNT = 0.7;

/** Source: specification, section 9. */
export const CURRENCY = 'EUR';
