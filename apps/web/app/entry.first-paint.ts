import { takeMagicLinkToken } from './lib/session/take-magic-link-token.ts';
import { markFirstPaint } from './performance/mark-first-paint.ts';
import { requestOffersEarly } from './performance/request-offers-early.ts';

takeMagicLinkToken();
markFirstPaint();
requestOffersEarly();
