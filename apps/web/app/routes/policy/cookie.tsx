import { CookieSettings } from '../../features/legal/cookie-settings.tsx';
import { PolicyPage } from '../../features/legal/policy-page.tsx';

export function Component() {
  return <PolicyPage policy="cookie" extraContent={{ choice: <CookieSettings /> }} />;
}
