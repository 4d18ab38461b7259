/** Set at build time; by default the feedback address at the host of the page. */
export const feedbackEmail: string = import.meta.env.VITE_FEEDBACK_EMAIL || `feedback@${location.hostname}`;
export const companyName: string = import.meta.env.VITE_COMPANY_NAME || 'WoPack';
/** Required by law of the operator; shown where it is set. */
export const companyAddress: string = import.meta.env.VITE_COMPANY_ADDRESS || '';
export const companyTaxNumber: string = import.meta.env.VITE_COMPANY_TAX_NUMBER || '';
