/** Set at build time; by default the feedback address is at the host that serves the page. */
export const feedbackEmail: string = import.meta.env.VITE_FEEDBACK_EMAIL || `feedback@${location.hostname}`;
export const companyName: string = import.meta.env.VITE_COMPANY_NAME || 'WoPack';
/** What the law asks whoever runs WoPack to name; shown where it is set. */
export const companyAddress: string = import.meta.env.VITE_COMPANY_ADDRESS || '';
export const companyTaxNumber: string = import.meta.env.VITE_COMPANY_TAX_NUMBER || '';
