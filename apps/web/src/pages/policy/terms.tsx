import { OperatorDetails } from '../../modules/legal/operator-details.tsx';
import { PolicyPage } from '../../modules/legal/policy-page.tsx';

export default function TermsConditions() {
  return <PolicyPage policy="terms" extraContent={{ who: <OperatorDetails /> }} />;
}
