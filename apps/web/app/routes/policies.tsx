import { Button } from '@wopack/ui/button.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CookieChoice } from '../features/legal/cookie-choice.tsx';
import { OperatorDetails, PolicyPage } from '../features/legal/policy-page.tsx';
import { useStored } from '../lib/storage/storage.ts';

export const AccessibilityStatement = () => <PolicyPage policy="accessibility" />;

export const CookiePolicy = () => (
  <PolicyPage policy="cookie" extraContent={{ choice: <CookieSettings /> }} />
);

export const DataDeletionPolicy = () => <PolicyPage policy="delete" />;

export const PrivacyPolicy = () => (
  <PolicyPage policy="privacy" extraContent={{ who: <OperatorDetails /> }} />
);

export const ReferralPolicy = () => <PolicyPage policy="affiliate" />;

export const Terms = () => <PolicyPage policy="terms" extraContent={{ who: <OperatorDetails /> }} />;

export function CookieSettings() {
  const { t } = useTranslation('legal');
  const [choice] = useStored('cookieChoice');
  const [isChoiceOpen, setChoiceOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-3 rounded-md bg-panel p-4 print:hidden">
      <p role="status" className="text-text">
        {t(`chosen.${choice ?? 'none'}`)}
      </p>
      <Button size="small" variant="ghost" onClick={() => setChoiceOpen(true)}>
        {t(choice ? 'chooseAgain' : 'choose')}
      </Button>
      {isChoiceOpen ? <CookieChoice onClose={() => setChoiceOpen(false)} /> : null}
    </div>
  );
}
