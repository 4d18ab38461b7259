import type { RouteObject } from 'react-router';
import { lazyPage } from '../lazy-page.ts';

export const policyRoutes: RouteObject[] = [
  {
    path: 'policy/cookie',
    id: 'CookiePolicy',
    lazy: lazyPage(() => import('../routes/policy/cookie.tsx'), 'legal', 'policy-cookie'),
  },
  {
    path: 'policy/data-deletion',
    id: 'DataDeletionInstructions',
    lazy: lazyPage(() => import('../routes/policy/data-deletion.tsx'), 'legal', 'policy-delete'),
  },
  {
    path: 'policy/privacy',
    id: 'PrivacyPolicy',
    lazy: lazyPage(() => import('../routes/policy/privacy.tsx'), 'legal', 'policy-privacy'),
  },
  {
    path: 'policy/promotion-referral',
    id: 'PromotionReferralTerms',
    lazy: lazyPage(() => import('../routes/policy/promotion-referral.tsx'), 'legal', 'policy-affiliate'),
  },
  {
    path: 'policy/terms-conditions',
    id: 'TermsConditions',
    lazy: lazyPage(() => import('../routes/policy/terms.tsx'), 'legal', 'policy-terms'),
  },
];
