import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../../config/config.ts';
import { getMediaOrigin } from '../../config/outside-services.ts';
import { isConsolePath } from './hosts.ts';

/**
 * Sets the headers of every response, whatever answers it: those of the console by the path, so that its pages, files,
 * calls and errors have the same.
 */
export function createSecurityHeaders(config: Config) {
  const setWebHeaders = createWebHeaders(config);
  const setConsoleHeaders = createConsoleHeaders(config);
  return (request: FastifyRequest, reply: FastifyReply, isConsoleHost: boolean, next: () => void): void => {
    const isConsole = isConsoleHost || isConsolePath(request.url);
    if (isConsole) reply.header('x-robots-tag', 'noindex');
    const setHeaders = isConsole ? setConsoleHeaders : setWebHeaders;
    setHeaders(request.raw, reply.raw, next);
  };
}

const createWebHeaders = (config: Config) =>
  helmet({
    contentSecurityPolicy: { directives: buildContentSecurityPolicy(config) },
    // Google Pay opens a window of its own, which has to reach its opener.
    ...(config.stripe && { crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const } }),
  });

/** The console loads nothing from elsewhere but photos, and no page may frame it. */
const createConsoleHeaders = ({ production, s3 }: Config) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...(s3 ? [getMediaOrigin(s3)] : [])],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        ...(production && { 'upgrade-insecure-requests': [] }),
      },
    },
  });

/** Source: https://docs.stripe.com/security/guide#content-security-policy */
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
