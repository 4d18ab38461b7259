import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FieldError } from '../../../ui/form/form-field.tsx';

const ERROR_CODES = ['cancelled', 'unavailable', 'failed', 'noEmail', 'notVerified', 'left'] as const;

/** Why signing in by an account elsewhere came to nothing. */
export function SocialSignInError() {
  const { t } = useTranslation('auth');
  const [params] = useSearchParams();
  const errorCode = ERROR_CODES.find((code) => code === params.get('problem'));
  if (!errorCode) return null;
  return <FieldError>{t(`social.${errorCode}`)}</FieldError>;
}
