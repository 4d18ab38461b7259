import helmet from 'helmet';
import type { Config } from '../../config/config.ts';
import { mediaOrigin } from '../../config/media.ts';

/**
 * What every answer tells browsers to refuse. The same for all answers, so made once: made anew for each, it was one
 * twentieth of the time of a list, and a third of what calls left behind in memory.
 */
export function securityHeaders(config: Config): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  const fill = helmet({
    contentSecurityPolicy: { directives: contentSecurityPolicy(config) },
    // Google Pay asks in a window of its own, which has to be able to answer.
    ...(config.stripe && { crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const } }),
  });
  fill({} as never, answer as never, (error) => {
    if (error) throw error;
  });
  return headers;
}

/** As Stripe asks for: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

function contentSecurityPolicy({ production, mapStyle, staticMapUrl, stripe, s3 }: Config) {
  const pictures = s3 ? [mediaOrigin(s3)] : [];
  const staticMap = staticMapUrl ? [new URL(staticMapUrl).origin] : [];
  const maps = mapStyle ? [...new Set(Object.values(mapStyle).map((url) => new URL(url).origin))] : [];
  return {
    'default-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...maps, ...staticMap, ...pictures],
    'worker-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'script-src': ["'self'", ...(stripe ? STRIPE_SCRIPTS : [])],
    // The service worker fetches pictures as a script does.
    'connect-src': ["'self'", ...maps, ...pictures, ...(stripe ? [new URL(stripe.apiUrl).origin] : [])],
    'frame-src': stripe ? [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'] : ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    // On http://localhost there is nothing to upgrade to.
    'upgrade-insecure-requests': production ? [] : null,
  };
}
