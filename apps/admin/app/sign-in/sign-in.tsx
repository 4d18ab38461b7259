import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callAsUser, clearTokens, getMainToken, getUserToken, storeUserToken } from '../lib/api.ts';
import { DEVICE_NAME, ProofForm, SecondFactor, SignInPanel } from './second-factor.tsx';

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
  const [typed, setTyped] = useState('');
  const email = typed.trim();
  return (
    <SignInPanel title={t('signIn.title')} text={t('signIn.text')}>
      {notice ? (
        <p role="alert" className="text-sm">
          {notice}
        </p>
      ) : null}
      <ProofForm
        ways={['code', 'password']}
        email={{ value: typed, onChange: setTyped }}
        send={async () => {
          await callAsUser('sendCode', { body: { email, device_name: DEVICE_NAME } });
          return email;
        }}
        prove={async (proof) => {
          const body = { email, device_name: DEVICE_NAME, remember: false, ...proof };
          onSignedIn((await callAsUser('login', { body })).token);
        }}
      />
    </SignInPanel>
  );
}
