/** Set at build time; by default the feedback address is at the host that serves the page. */
export const feedbackEmail: string = import.meta.env.VITE_FEEDBACK_EMAIL || `feedback@${location.hostname}`;
export const companyName: string = import.meta.env.VITE_COMPANY_NAME || 'WoPack';
