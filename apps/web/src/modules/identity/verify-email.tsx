import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { notify, notifyProblem } from '../../ui/toast.ts';
import { verifyEmail } from './account.api.ts';
import { CodeForm } from './code-form.tsx';
import type { Me } from './identity.api.ts';
import { ResendCode } from './resend-code.tsx';
import { requestCode } from './sign-in.ts';

/** An address nobody has proven yet: a code on the spot. Nothing for everybody else. */
export function VerifyEmail({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  if (me.email_verified) return null;
  const { email } = me;
  const send = async () => {
    setState('sending');
    try {
      await requestCode(email);
      setState('sent');
    } catch (error) {
      notifyProblem(error);
      setState('idle');
    }
  };
  return (
    <section aria-labelledby="verify-email" className="grid gap-2.5 rounded-lg bg-quiet-2 px-4 py-3.5">
      <h2 id="verify-email" className="leading-5 font-semibold">
        {t('verify.title')}
      </h2>
      <p className="text-sm break-words text-pretty text-2">
        {state === 'sent' ? t('verify.sent', { email }) : t('verify.text', { email })}
      </p>
      {state === 'sent' ? (
        <>
          <CodeForm
            small
            submit={t('verify.confirm')}
            enter={verifyEmail}
            onDone={() => notify(t('verify.done'))}
          />
          <ResendCode email={email} />
        </>
      ) : (
        <Button
          look="ghost"
          small
          className="justify-self-start"
          loading={state === 'sending'}
          onClick={() => void send()}
        >
          {t('verify.send')}
        </Button>
      )}
    </section>
  );
}
