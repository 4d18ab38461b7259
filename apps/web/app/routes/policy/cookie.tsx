import { CookieSettings } from '../../features/legal/cookie-settings.tsx';
import { PolicyPage } from '../../features/legal/policy-page.tsx';

export default function CookiePolicyPage() {
  return <PolicyPage policy="cookie" extraContent={{ choice: <CookieSettings /> }} />;
}
