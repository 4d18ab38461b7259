/** Pages of the policies, in the order of the footer. */
export const policyPaths = {
  terms: '/policy/terms-conditions',
  privacy: '/policy/privacy',
  cookie: '/policy/cookie',
  affiliate: '/policy/promotion-referral',
  delete: '/policy/data-deletion',
  accessibility: '/policy/accessibility',
} as const;
