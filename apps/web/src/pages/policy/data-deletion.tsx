import { PolicyPage } from '../../modules/legal/policy-page.tsx';

export default function DataDeletionInstructions() {
  return <PolicyPage policy="delete" />;
}
