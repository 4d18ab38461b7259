/** Who visits a screen. */
export type Visitor = 'nobody' | 'buyer' | 'seller' | 'partner';
export type Screen = [path: string, who: Visitor, view?: 'map'];
/** Screens with data that have another layout on a desktop than on a phone. */
export declare const screensOfTwoLayouts: Screen[];
/** Other screens with data, of buyers and guests. */
export declare const buyerScreens: Screen[];
/** Those of sellers and partners. */
export declare const sellerAndPartnerScreens: Screen[];
/** Every screen with a path of its own, and as which user; the users of a path in a row, for `sampleFor`. */
export declare const screens: [path: string, who: Visitor][];
