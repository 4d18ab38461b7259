import { OperatorDetails } from '../../modules/legal/operator-details.tsx';
import { PolicyPage } from '../../modules/legal/policy-page.tsx';

export default function TermsPage() {
  return <PolicyPage policy="terms" extraContent={{ who: <OperatorDetails /> }} />;
}
