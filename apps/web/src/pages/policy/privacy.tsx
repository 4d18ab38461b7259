import { OperatorDetails } from '../../modules/legal/operator-details.tsx';
import { PolicyPage } from '../../modules/legal/policy-page.tsx';

export default function PrivacyPolicyPage() {
  return <PolicyPage policy="privacy" extraContent={{ who: <OperatorDetails /> }} />;
}
