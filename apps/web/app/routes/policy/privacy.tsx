import { OperatorDetails, PolicyPage } from '../../features/legal/policy-page.tsx';

export default function PrivacyPolicyPage() {
  return <PolicyPage policy="privacy" extraContent={{ who: <OperatorDetails /> }} />;
}
