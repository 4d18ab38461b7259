import { PolicyPage } from '../../features/legal/policy-page.tsx';

export function Component() {
  return <PolicyPage policy="delete" />;
}
