import { PolicyPage } from '../../features/legal/policy-page.tsx';

export default function DataDeletionPage() {
  return <PolicyPage policy="delete" />;
}
