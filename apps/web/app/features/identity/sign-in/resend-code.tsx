import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../../lib/browser/use-countdown.ts';
import { formatCountdown } from '../../../lib/format/format.ts';
import { showErrorToast, showToast } from '../../../ui/overlay/toast.ts';
import { requestCode } from './sign-in.ts';

const RESEND_DELAY_MS = 60_000;

/** Sends the code once more, a minute after the last time. */
export function ResendCode({ email }: { email: string }) {
  const [sentAt, setSentAt] = useState(() => Date.now());
  return <ResendCountdown key={sentAt} email={email} sentAt={sentAt} onSent={() => setSentAt(Date.now())} />;
}

function ResendCountdown({ email, sentAt, onSent }: { email: string; sentAt: number; onSent: () => void }) {
  const { t } = useTranslation('auth');
  const [isSending, setIsSending] = useState(false);
  const remainingMs = useCountdown(new Date(sentAt + RESEND_DELAY_MS));
  const resend = async () => {
    setIsSending(true);
    try {
      await requestCode(email);
      showToast(t('code.resent'));
      onSent();
    } catch (error) {
      showErrorToast(error);
      setIsSending(false);
    }
  };
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 text-muted">
      {t('code.missing')}
      {remainingMs > 0 ? (
        <span className="inline-flex min-h-11 items-center tabular-nums">
          {t('code.again', { time: formatCountdown(remainingMs) })}
        </span>
      ) : (
        <button
          type="button"
          disabled={isSending}
          onClick={() => void resend()}
          className="link min-h-11 disabled:opacity-60"
        >
          {t('code.resend')}
        </button>
      )}
    </p>
  );
}
