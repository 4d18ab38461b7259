import { OperatorDetails } from '../../features/legal/operator-details.tsx';
import { PolicyPage } from '../../features/legal/policy-page.tsx';

export default function PrivacyPolicyPage() {
  return <PolicyPage policy="privacy" extraContent={{ who: <OperatorDetails /> }} />;
}
