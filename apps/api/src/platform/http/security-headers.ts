import helmet from 'helmet';
import type { Config } from '../../config/config.ts';
import { getMediaOrigin } from '../../config/media.ts';

/**
 * What every answer tells browsers to refuse. The same for all answers, so made once: made anew for each, it was one
 * twentieth of the time of a list, and a third of what calls left behind in memory.
 */
export function buildSecurityHeaders(config: Config): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  const applyHelmet = helmet({
    contentSecurityPolicy: { directives: buildContentSecurityPolicy(config) },
    // Google Pay asks in a window of its own, which has to be able to answer.
    ...(config.stripe && { crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const } }),
  });
  applyHelmet({} as never, response as never, (error) => {
    if (error) throw error;
  });
  return headers;
}

/** As Stripe asks for: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

function buildContentSecurityPolicy({ production, mapStyle, staticMapUrl, stripe, s3 }: Config) {
  const mediaOrigins = s3 ? [getMediaOrigin(s3)] : [];
  const staticMapOrigins = staticMapUrl ? [new URL(staticMapUrl).origin] : [];
  const mapOrigins = mapStyle ? [...new Set(Object.values(mapStyle).map((url) => new URL(url).origin))] : [];
  return {
    'default-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...mapOrigins, ...staticMapOrigins, ...mediaOrigins],
    'worker-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'script-src': ["'self'", ...(stripe ? STRIPE_SCRIPTS : [])],
    // The service worker fetches pictures as a script does.
    'connect-src': [
      "'self'",
      ...mapOrigins,
      ...mediaOrigins,
      ...(stripe ? [new URL(stripe.apiUrl).origin] : []),
    ],
    'frame-src': stripe ? [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'] : ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    // On http://localhost there is nothing to upgrade to.
    'upgrade-insecure-requests': production ? [] : null,
  };
}
