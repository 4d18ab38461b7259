import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FieldError } from '../../ui/field-frame.tsx';

const problems = ['cancelled', 'unavailable', 'failed', 'noEmail', 'notVerified', 'left'] as const;

/** Why signing in by an account elsewhere came to nothing. */
export function SocialProblem() {
  const { t } = useTranslation('auth');
  const [params] = useSearchParams();
  const problem = problems.find((known) => known === params.get('problem'));
  if (!problem) return null;
  return <FieldError>{t(`social.${problem}`)}</FieldError>;
}
