import { OperatorFacts } from '../../modules/legal/operator-facts.tsx';
import { PolicyPage } from '../../modules/legal/policy-page.tsx';

export default function TermsConditions() {
  return <PolicyPage policy="terms" below={{ who: <OperatorFacts /> }} />;
}
