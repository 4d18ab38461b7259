/**
 * How much food one pack keeps from the bin, in grams: an assumption, for nobody weighs them. Surprise bags of the
 * kind sold here were weighed elsewhere: 150 of them in 2023, 1.5 kg on average, which the publisher rounds down to
 * 1 kg. Source: Too Good To Go, impact methodology of 2024.
 */
export const PRODUCT_GRAMS = 1000;

/** An address where the source can be read. */
export const PRODUCT_GRAMS_SOURCE = 'https://www.toogoodtogo.com/en-gb/about-us/our-impact-calculation';
