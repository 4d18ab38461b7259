export * from './languages.ts';
export * from './money.ts';
export * from './time/dates-and-windows.ts';
export * from './time/pickup-calendar.ts';

/**
 * Food saved by one order in grams. An estimate, because units are not weighed: comparable surprise bags
 * weighed 1.5 kg on average (150 bags, 2023), which the publisher rounds down to 1 kg. Source: Too Good To
 * Go, impact methodology of 2024.
 */
export const FOOD_SAVED_PER_ORDER_GRAMS = 1000;

/** URL of the source. */
export const FOOD_SAVED_SOURCE_URL = 'https://www.toogoodtogo.com/en-gb/about-us/our-impact-calculation';
