import { Trans } from 'react-i18next';
import { PolicyLink } from '../policy-link.tsx';

interface Props {
  /** Of a page that has loaded the namespace. */
  i18nKey: 'auth:terms' | 'auth:signup.terms' | 'offer:conditions';
}

/** A sentence that names the terms, with the way to them: 'You accept the <terms>Terms</terms>.' */
export const AcceptTerms = ({ i18nKey }: Props) => (
  <Trans ns={['auth', 'offer']} i18nKey={i18nKey} components={{ terms: <PolicyLink policy="terms" /> }} />
);
