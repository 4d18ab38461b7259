import { OperatorFacts } from '../../modules/legal/operator-facts.tsx';
import { PolicyPage } from '../../modules/legal/policy-page.tsx';

export default function PrivacyPolicy() {
  return <PolicyPage policy="privacy" below={{ who: <OperatorFacts /> }} />;
}
