import { CookieSettings } from '../features/legal/cookie-settings.tsx';
import { OperatorDetails, PolicyPage } from '../features/legal/policy-page.tsx';

export const CookiePolicy = () => (
  <PolicyPage policy="cookie" extraContent={{ choice: <CookieSettings /> }} />
);

export const DataDeletionPolicy = () => <PolicyPage policy="delete" />;

export const PrivacyPolicy = () => (
  <PolicyPage policy="privacy" extraContent={{ who: <OperatorDetails /> }} />
);

export const ReferralPolicy = () => <PolicyPage policy="affiliate" />;

export const Terms = () => <PolicyPage policy="terms" extraContent={{ who: <OperatorDetails /> }} />;
