import { useTranslation } from 'react-i18next';
import type { Me } from '../../../lib/data/shared-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { useCodeRequest } from '../password/reauthentication-fields.tsx';
import { CodeForm, ResendCode } from '../sign-in/code-form.tsx';
import { verifyEmail } from './account.api.ts';

/** For an unverified e-mail address: sends and checks a code. Renders nothing otherwise. */
export function VerifyEmail({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const { email } = me;
  const { state, sendCode } = useCodeRequest(email);
  if (me.email_verified) return null;
  return (
    <section aria-labelledby="verify-email" className="grid gap-2.5 rounded-lg bg-panel px-4 py-3.5">
      <h2 id="verify-email" className="leading-5 font-semibold">
        {t('verify.title')}
      </h2>
      <p className="text-sm break-words text-pretty text-muted">
        {state === 'sent' ? t('verify.sent', { email }) : t('verify.text', { email })}
      </p>
      {state === 'sent' ? (
        <>
          <CodeForm
            compact
            submitLabel={t('verify.confirm')}
            onSubmitCode={verifyEmail}
            onDone={() => showToast(t('verify.done'))}
          />
          <ResendCode email={email} />
        </>
      ) : (
        <Button
          variant="ghost"
          size="small"
          className="justify-self-start"
          loading={state === 'sending'}
          onClick={() => void sendCode()}
        >
          {t('verify.send')}
        </Button>
      )}
    </section>
  );
}
