import { PolicyPage } from '../../features/legal/policy-page.tsx';

export default function PromotionReferralPage() {
  return <PolicyPage policy="affiliate" />;
}
