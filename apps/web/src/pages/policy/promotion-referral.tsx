import { PolicyPage } from '../../modules/legal/policy-page.tsx';

export default function PromotionReferralTerms() {
  return <PolicyPage policy="affiliate" />;
}
