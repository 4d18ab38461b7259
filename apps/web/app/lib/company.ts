import { parseLanguages } from './contact-languages.ts';

/** Set at build time; by default the feedback address at the host of the page. */
export const feedbackEmail: string = import.meta.env.VITE_FEEDBACK_EMAIL || `feedback@${location.hostname}`;
export const companyName: string = import.meta.env.VITE_COMPANY_NAME || 'WoPack';
/** Required by law of the operator; shown where it is set. */
export const companyAddress: string = import.meta.env.VITE_COMPANY_ADDRESS || '';
export const companyTaxNumber: string = import.meta.env.VITE_COMPANY_TAX_NUMBER || '';
/** Contact point for authorities (DSA article 11), and the languages in which one may write (articles 11 and 12). */
export const authoritiesEmail: string = import.meta.env.VITE_AUTHORITIES_EMAIL || '';
export const contactLanguages: string[] = parseLanguages(import.meta.env.VITE_CONTACT_LANGUAGES);
/** Whether footers link the page that the server publishes with `TRUST_PAGE=1`. */
export const hasTrustPage: boolean = import.meta.env.VITE_TRUST_PAGE === '1';
