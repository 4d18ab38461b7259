import { PolicyPage } from '../../modules/legal/policy-page.tsx';

export default function PromotionReferralPage() {
  return <PolicyPage policy="affiliate" />;
}
