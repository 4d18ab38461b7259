import { useMutation } from '@tanstack/react-query';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { SegmentedControl } from '@wopack/ui/form/segmented-control.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callAsUser, clearTokens, getMainToken, getUserToken, storeUserToken } from '../lib/api.ts';
import { splitErrors, submitWith } from '../ui/forms-and-actions.tsx';
import { SecondFactor, SignInPanel } from './second-factor.tsx';

const DEVICE_NAME = 'Console';

/** The ordinary sign-in, then the second factor: set up once, or asked for. */
export default function SignIn() {
  const { t } = useTranslation('admin');
  const [userToken, setUserToken] = useState(() => {
    const token = getUserToken() ?? getMainToken();
    if (token) storeUserToken(token);
    return token;
  });
  const handleSignedIn = (token: string) => {
    storeUserToken(token);
    setUserToken(token);
  };
  const handleOtherAccount = () => {
    clearTokens();
    setUserToken(null);
  };
  return userToken ? (
    <SecondFactor
      key={userToken}
      onOtherAccount={handleOtherAccount}
      whenEnded={<OrdinarySignIn notice={t('signIn.ended')} onSignedIn={handleSignedIn} />}
    />
  ) : (
    <OrdinarySignIn onSignedIn={handleSignedIn} />
  );
}

interface OrdinarySignInProps {
  notice?: string;
  onSignedIn: (token: string) => void;
}

function OrdinarySignIn({ notice, onSignedIn }: OrdinarySignInProps) {
  const { t } = useTranslation('admin');
  const [way, setWay] = useState<'code' | 'password'>('code');
  const [email, setEmail] = useState('');
  const [secret, setSecret] = useState('');
  const [sentTo, setSentTo] = useState('');
  const send = useMutation({
    mutationFn: () => callAsUser('sendCode', { body: { email: email.trim(), device_name: DEVICE_NAME } }),
    onSuccess: () => setSentTo(email.trim()),
  });
  const signIn = useMutation({
    mutationFn: () =>
      callAsUser('login', {
        body: {
          email: email.trim(),
          device_name: DEVICE_NAME,
          remember: false,
          ...(way === 'code' ? { code: secret.trim() } : { password: secret }),
        },
      }),
    onSuccess: ({ token }) => onSignedIn(token),
  });
  const isSending = way === 'code' && sentTo === '';
  const errors = splitErrors(isSending ? send.error : signIn.error, ['email', 'code', 'password']);
  const isRunning = send.isPending || signIn.isPending;
  const submit = submitWith(() => {
    if (!isRunning) (isSending ? send : signIn).mutate();
  });
  return (
    <SignInPanel title={t('signIn.title')} text={t('signIn.text')}>
      {notice ? (
        <p role="alert" className="text-sm">
          {notice}
        </p>
      ) : null}
      <form onSubmit={submit} className="grid gap-4">
        <SegmentedControl
          legend={t('signIn.way')}
          options={[
            { value: 'code', label: t('signIn.byCode') },
            { value: 'password', label: t('signIn.byPassword') },
          ]}
          value={way}
          onChange={(next) => {
            setWay(next);
            setSecret('');
            signIn.reset();
          }}
          className="justify-self-start"
        />
        <TextField
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          value={email}
          error={errors.of('email')}
          onChange={({ target }) => {
            setEmail(target.value);
            setSentTo('');
          }}
        />
        {way === 'password' ? (
          <TextField
            label={t('signIn.password')}
            type="password"
            autoComplete="current-password"
            required
            maxLength={200}
            value={secret}
            error={errors.of('password')}
            onChange={({ target }) => setSecret(target.value)}
          />
        ) : null}
        {way === 'code' && sentTo ? (
          <TextField
            label={t('signIn.mailCode')}
            hint={t('signIn.sentTo', { email: sentTo })}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={16}
            value={secret}
            error={errors.of('code')}
            onChange={({ target }) => setSecret(target.value)}
          />
        ) : null}
        {errors.rest ? <FieldError>{errors.rest}</FieldError> : null}
        <Button type="submit" variant="brand" fullWidth loading={isRunning}>
          {t(isSending ? 'signIn.sendCode' : 'signIn.next')}
        </Button>
      </form>
    </SignInPanel>
  );
}
