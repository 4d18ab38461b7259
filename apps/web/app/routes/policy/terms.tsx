import { OperatorDetails, PolicyPage } from '../../features/legal/policy-page.tsx';

export default function TermsPage() {
  return <PolicyPage policy="terms" extraContent={{ who: <OperatorDetails /> }} />;
}
