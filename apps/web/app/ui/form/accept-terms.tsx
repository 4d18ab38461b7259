import { Trans } from 'react-i18next';
import { PolicyLink } from '../links.tsx';

interface AcceptTermsProps {
  /** Its namespace must be loaded by the page. */
  i18nKey: 'auth:terms' | 'auth:signup.terms' | 'offer:conditions';
}

/** A sentence with a link to the terms: 'You accept the <terms>Terms</terms>.' */
export const AcceptTerms = ({ i18nKey }: AcceptTermsProps) => (
  <Trans ns={['auth', 'offer']} i18nKey={i18nKey} components={{ terms: <PolicyLink policy="terms" /> }} />
);
