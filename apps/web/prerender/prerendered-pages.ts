/** A page that the server sends with what it first shows, so that nobody waits for the script to see it. */
export interface PrerenderedPage {
  name: string;
  /** Which addresses show it, as a regular expression. */
  urlPattern: string;
  /** One of them, to look at while the app is built. */
  path: string;
  /** Its module in Vite's manifest. */
  source: string;
  /** Its texts, beside those of every page. */
  namespaces: string[];
  /** Whether it uses the second style sheet. */
  usesPageStyles: boolean;
  /** For whom it is drawn beforehand. */
  sessions: Session[];
  /** Whether it already shows what people came for: the script then waits until that has been painted. */
  isComplete?: boolean;
  /** A script of public/ that asks for what the page shows while the app's is on its way. */
  prefetchScript?: string;
  /** Drawn for telephones; wider screens put other things around it. */
  phonesOnly?: boolean;
}

export type Session = 'guest' | 'member';

/** Stands for the number of a pack until the server knows it. */
export const PLACEHOLDER_ID = '999999999';

export const prerenderedPages: PrerenderedPage[] = [
  {
    name: 'landing',
    urlPattern: '^/$',
    path: '/',
    source: 'app/routes/public/landing.tsx',
    namespaces: ['landing'],
    usesPageStyles: true,
    sessions: ['guest'],
    isComplete: true,
  },
  {
    name: 'auth',
    urlPattern: '^/auth$',
    path: '/auth',
    source: 'app/routes/auth/method.tsx',
    namespaces: ['auth'],
    usesPageStyles: true,
    sessions: ['guest'],
    isComplete: true,
  },
  {
    name: 'offers',
    urlPattern: '^/offers$',
    path: '/offers',
    source: 'app/routes/buyer/offers.tsx',
    namespaces: ['offers'],
    usesPageStyles: false,
    sessions: ['member'],
    prefetchScript: 'prefetch-offers.js',
    isComplete: true,
    phonesOnly: true,
  },
  {
    name: 'offer',
    urlPattern: '^/offers/[1-9]\\d{0,8}$',
    path: `/offers/${PLACEHOLDER_ID}`,
    source: 'app/routes/buyer/offer.tsx',
    namespaces: ['offer', 'offers', 'payment'],
    usesPageStyles: true,
    sessions: ['guest', 'member'],
    isComplete: true,
    phonesOnly: true,
  },
];
