/** A page that the server sends with what it first shows, so that nobody waits for the script to see it. */
export interface FirstPage {
  name: string;
  /** Which addresses show it, as a regular expression. */
  at: string;
  /** One of them, to look at while the app is built. */
  path: string;
  /** Its module in Vite's manifest. */
  source: string;
  /** Its texts, beside those of every page. */
  texts: string[];
  /** Whether it uses the second style sheet. */
  furtherStyles: boolean;
  /** For whom it is drawn beforehand. */
  sessions: Session[];
  /** Whether it already shows what people came for: the script then waits until that has been painted. */
  whole?: boolean;
  /** A script of public/ that asks for what the page shows while the app's is on its way. */
  ahead?: string;
  /** Drawn for telephones; wider screens put other things around it. */
  phonesOnly?: boolean;
}

export type Session = 'guest' | 'member';

/** Stands for the number of a pack until the server knows it. */
export const SOME_ID = '999999999';

export const firstPages: FirstPage[] = [
  {
    name: 'landing',
    at: '^/$',
    path: '/',
    source: 'src/pages/public/landing.tsx',
    texts: ['landing'],
    furtherStyles: true,
    sessions: ['guest'],
    whole: true,
  },
  {
    name: 'auth',
    at: '^/auth$',
    path: '/auth',
    source: 'src/pages/auth/method.tsx',
    texts: ['auth'],
    furtherStyles: true,
    sessions: ['guest'],
    whole: true,
  },
  {
    name: 'offers',
    at: '^/offers$',
    path: '/offers',
    source: 'src/pages/buyer/offers.tsx',
    texts: ['offers'],
    furtherStyles: false,
    sessions: ['member'],
    ahead: 'first-list.js',
    whole: true,
    phonesOnly: true,
  },
  {
    name: 'offer',
    at: '^/offers/[1-9]\\d{0,8}$',
    path: `/offers/${SOME_ID}`,
    source: 'src/pages/buyer/offer.tsx',
    texts: ['offer', 'offers', 'payment'],
    furtherStyles: true,
    sessions: ['guest', 'member'],
    whole: true,
    phonesOnly: true,
  },
];
