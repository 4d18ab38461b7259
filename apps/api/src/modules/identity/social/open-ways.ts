import { signInWays } from '@wopack/contract';
import type { Config } from '../../../config/config.ts';
import { appleSecret } from './apple-secret.ts';
import { facebookWay } from './facebook-way.ts';
import { LOCAL_PATH, localClient } from './local-client.ts';
import { oidcWay } from './oidc-way.ts';
import type { Way } from './way.ts';

export type WayName = (typeof signInWays)[number];

/** The ways that are configured; where the local provider is on, it stands in for the others. */
export function openWays(config: Config): Map<WayName, Way> {
  const { google, apple, facebook, local } = config.social;
  const ways = new Map<WayName, Way>();
  if (local) {
    const issuer = () => `${config.publicUrl}${LOCAL_PATH}`;
    for (const name of signInWays)
      ways.set(
        name,
        lazily(() => oidcWay({ issuer: issuer(), ...localClient })),
      );
  }
  if (google) ways.set('google', oidcWay({ ...google, clientSecret: () => google.clientSecret }));
  if (apple) {
    const { issuer, clientId } = apple;
    ways.set('apple', oidcWay({ issuer, clientId, clientSecret: () => appleSecret(apple), formPost: true }));
  }
  if (facebook) ways.set('facebook', facebookWay(facebook));
  return ways;
}

/** Our own address is known only once we listen. */
function lazily(open: () => Way): Way {
  let way: Way | null = null;
  const opened = () => (way ??= open());
  return {
    start: (...given) => opened().start(...given),
    finish: (...given) => opened().finish(...given),
  };
}
