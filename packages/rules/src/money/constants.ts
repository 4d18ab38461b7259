/** WoPack's commission on one pack sold, VAT included. Source: docs/specification.md, Money. */
export const COMMISSION_CENTS = 129;

/** A pack is at most 70 % cheaper than its declared value. Source: docs/specification.md, Money. */
export const MAX_DISCOUNT = 0.7;

/** Source: docs/specification.md, Money. */
export const CURRENCY = 'EUR';
