/** WoPack's commission per order, VAT included. Source: docs/specification.md, Money. */
export const COMMISSION_CENTS = 129;

/** Maximum discount on the declared value. Source: docs/specification.md, Money. */
export const MAX_DISCOUNT = 0.7;

/** Source: docs/specification.md, Money. */
export const CURRENCY = 'EUR';
