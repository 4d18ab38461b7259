import { findLegalTextVersion } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { CookieChoice } from '../features/legal/cookie-choice.tsx';
import { useLegalText } from '../features/legal/legal-texts.api.ts';
import { OperatorDetails, PolicyPage } from '../features/legal/policy-page.tsx';
import { PolicyVersions, VersionNotice } from '../features/legal/policy-versions.tsx';
import { type Policy, paths, policies } from '../lib/paths.ts';
import { useStored } from '../lib/storage/storage.ts';
import { Component as NotFound } from './public/not-found.tsx';

/** Below items of a policy. */
const extraContents: Partial<Record<Policy, Record<string, ReactNode>>> = {
  cookie: { choice: <CookieSettings /> },
  privacy: { who: <OperatorDetails /> },
  terms: { who: <OperatorDetails /> },
};

/** The version that holds; the newest while that is not known. */
function CurrentPolicy({ policy }: { policy: Policy }) {
  const { data } = useLegalText(policy);
  const version = data && findLegalTextVersion(policy, data.version)?.version;
  return (
    <Suspense fallback={null}>
      <PolicyPage policy={policy} {...(version && { version })} extraContent={extraContents[policy] ?? {}}>
        <PolicyVersions policy={policy} />
      </PolicyPage>
    </Suspense>
  );
}

export const AccessibilityStatement = () => <CurrentPolicy policy="accessibility" />;
export const CookiePolicy = () => <CurrentPolicy policy="cookie" />;
export const DataDeletionPolicy = () => <CurrentPolicy policy="delete" />;
export const PrivacyPolicy = () => <CurrentPolicy policy="privacy" />;
export const ReferralPolicy = () => <CurrentPolicy policy="affiliate" />;
export const Terms = () => <CurrentPolicy policy="terms" />;

/** One version, whether it holds, held or is announced. */
export function PolicyVersion() {
  const { page, version = '' } = useParams();
  const policy = policies.find((name) => paths.policies[name] === `/policy/${page}`);
  if (!policy || !findLegalTextVersion(policy, version)) return <NotFound />;
  return (
    <PolicyPage
      key={policy + version}
      policy={policy}
      version={version}
      extraContent={extraContents[policy] ?? {}}
      notice={<VersionNotice policy={policy} version={version} />}
    >
      <PolicyVersions policy={policy} />
    </PolicyPage>
  );
}

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
