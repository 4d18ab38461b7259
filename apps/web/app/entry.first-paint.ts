import { takeMagicLinkToken } from './lib/session/take-magic-link-token.ts';
import { markFirstPaint } from './performance/mark-first-paint.ts';

takeMagicLinkToken();
markFirstPaint();
