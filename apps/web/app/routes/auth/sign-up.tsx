import { PARTNER_PERCENT } from '@wopack/domain';
import { Button, TextLink } from '@wopack/ui/button.tsx';
import { setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconMail, IconUser } from '@wopack/ui/icons';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { NewPasswordField } from '../../features/identity/password/new-password-field.tsx';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { type Registration, signUp } from '../../features/identity/sign-in/sign-in.api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths, useNextPath } from '../../lib/paths.ts';
import { readStored } from '../../lib/storage/storage.ts';
import { AcceptTerms } from '../../ui/form/accept-terms.tsx';

/** `?owner=1` and `?partner=1` preselect the role. */
export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const navigate = useNavigate();
  const { next, keepNextPath } = useNextPath();
  const [params] = useSearchParams();
  const asSeller = params.get('owner') === '1';
  const isInvited = next === paths.invitation;
  return (
    <AuthLayout band="slim">
      <PageTitle>{t('common:titles.signup')}</PageTitle>
      <h1 className="d1">{t(asSeller ? 'signup.sellerTitle' : 'signup.title')}</h1>
      <p className="text-muted">
        {t(isInvited ? 'signup.invitedText' : asSeller ? 'signup.sellerText' : 'signup.text')}
      </p>
      <SignUpForm
        asSeller={asSeller}
        asPartner={params.get('partner') === '1'}
        isInvited={isInvited}
        onDone={() => void navigate(next ?? paths.account, { replace: true })}
      />
      <p className="flex flex-wrap items-center justify-center gap-x-1.5">
        {t('haveAccount')}
        <TextLink to={keepNextPath(paths.signin)}>{t('signIn')}</TextLink>
      </p>
    </AuthLayout>
  );
}

const fields = ['name', 'email', 'password', 'is_owner', 'is_partner', 'check_terms'] as const;

interface Props {
  asSeller: boolean;
  asPartner: boolean;
  /** To a business of somebody else: asked for no role of their own. */
  isInvited?: boolean;
  onDone: () => void;
}

export function SignUpForm({ asSeller, asPartner, isInvited = false, onDone }: Props) {
  const { t } = useTranslation('auth');
  const { formatPercent } = useFormat();
  const { register, handleSubmit, setError, control, formState } = useForm<Registration>({
    defaultValues: {
      name: '',
      email: readStored('tempEmail') ?? '',
      password: '',
      is_owner: asSeller,
      is_partner: asPartner,
      check_terms: true,
    },
  });
  const [name, email, password] = useWatch({ control, name: ['name', 'email', 'password'] });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await signUp({ ...values, name: values.name.trim(), email: values.email.trim() });
      onDone();
    } catch (error) {
      if (!setServerErrors(error, setError, fields)) showErrorToast(error);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
      <TextField
        label={t('signup.name')}
        autoComplete="name"
        icon={<IconUser />}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        placeholder={t('emailPlaceholder')}
        icon={<IconMail />}
        error={errors.email?.message}
        {...register('email')}
      />
      <NewPasswordField
        password={password}
        ownWords={[name, email]}
        error={errors.password?.message}
        {...register('password')}
      />
      <div className="grid gap-1">
        {isInvited ? null : (
          <>
            <Checkbox error={errors.is_owner?.message} {...register('is_owner')}>
              <CheckboxLabel name={t('signup.owner')} hint={t('signup.ownerHint')} />
            </Checkbox>
            <Checkbox error={errors.is_partner?.message} {...register('is_partner')}>
              <CheckboxLabel
                name={t('signup.partner')}
                hint={t('signup.partnerHint', { percent: formatPercent(PARTNER_PERCENT) })}
              />
            </Checkbox>
          </>
        )}
        <Checkbox error={errors.check_terms?.message} {...register('check_terms')}>
          <AcceptTerms i18nKey="auth:signup.terms" />
        </Checkbox>
      </div>
      <p className="text-sm text-pretty text-muted">{t('signup.adult')}</p>
      <Button type="submit" fullWidth loading={isSubmitting}>
        {t('signUp')}
      </Button>
    </form>
  );
}

const CheckboxLabel = ({ name, hint }: { name: string; hint: string }) => (
  <span className="grid leading-5">
    <span className="font-semibold">{name}</span> <span className="text-[.8125rem] text-muted">{hint}</span>
  </span>
);
