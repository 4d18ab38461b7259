import { CookieSettings } from '../../modules/legal/cookie-settings.tsx';
import { PolicyPage } from '../../modules/legal/policy-page.tsx';

export default function CookiePolicyPage() {
  return <PolicyPage policy="cookie" extraContent={{ choice: <CookieSettings /> }} />;
}
