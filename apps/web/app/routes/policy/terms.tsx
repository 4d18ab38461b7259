import { OperatorDetails, PolicyPage } from '../../features/legal/policy-page.tsx';

export function Component() {
  return <PolicyPage policy="terms" extraContent={{ who: <OperatorDetails /> }} />;
}
