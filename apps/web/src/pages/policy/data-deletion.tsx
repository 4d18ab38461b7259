import { PolicyPage } from '../../modules/legal/policy-page.tsx';

export default function DataDeletionPage() {
  return <PolicyPage policy="delete" />;
}
