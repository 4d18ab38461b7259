import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Reply } from '@wopack/contract/client';
import { Button, TextButton } from '@wopack/ui/button.tsx';
import { download } from '@wopack/ui/download.ts';
import { FieldError, InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { SegmentedControl } from '@wopack/ui/form/segmented-control.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconDownload } from '@wopack/ui/icons';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import { QrCode } from '@wopack/ui/images/qr-code.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import {
  callAsUser,
  clearEnrolmentKey,
  getEnrolmentKey,
  getUserToken,
  storeOperatorToken,
} from '../lib/api.ts';
import { CodeField, splitErrors, submitWith } from '../ui/forms-and-actions.tsx';

type Setup = Reply<'setUpTotp'>['data'];

export const DEVICE_NAME = 'Console';

/** One narrow panel in the middle; both steps of the sign-in have it. */
export function SignInPanel({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('admin');
  return (
    <main className="mx-auto grid max-w-[440px] gap-6 px-4 py-10 sm:py-16">
      <title>{`${title} · WoPack`}</title>
      <div className="flex items-center gap-2">
        <Logo className="h-8" />
        <span className="rounded-full bg-quiet px-2.5 py-1 text-xs font-semibold">{t('console')}</span>
      </div>
      <div className="grid gap-5 rounded-md border border-line bg-surface p-5 sm:p-6">
        <div className="grid gap-2">
          <h1 className="font-display text-[1.25rem] leading-tight font-bold">{title}</h1>
          {text ? <p className="text-sm text-muted">{text}</p> : null}
        </div>
        {children}
      </div>
    </main>
  );
}

/** The second step: the code of the authenticator, or its set-up. */
export function SecondFactor({
  onOtherAccount,
  whenEnded,
}: {
  onOtherAccount: () => void;
  /** Shown when the ordinary session has ended. */
  whenEnded: ReactNode;
}) {
  const { t } = useTranslation('admin');
  const secondFactor = useQuery({
    queryKey: ['second-factor', getUserToken()],
    queryFn: async ({ signal }) => (await callAsUser('getOperatorAccount', { signal })).data,
  });
  const otherAccount = (
    <TextButton onClick={onOtherAccount} className="justify-self-start text-sm">
      {t('signIn.otherAccount')}
    </TextButton>
  );
  if (secondFactor.error) {
    const status = secondFactor.error instanceof ApiError ? secondFactor.error.status : 0;
    if (status === 401) return whenEnded;
    return (
      <SignInPanel title={t('signIn.title')}>
        {status === 403 ? (
          <p role="alert" className="text-sm">
            {t('signIn.noOperator')}
          </p>
        ) : (
          <InlineError query={secondFactor} />
        )}
        {otherAccount}
      </SignInPanel>
    );
  }
  if (!secondFactor.data)
    return (
      <SignInPanel title={t('signIn.title')}>
        <LoadingRows count={2} row="h-12" />
      </SignInPanel>
    );
  return secondFactor.data.has_totp ? (
    <Verification otherAccount={otherAccount} />
  ) : (
    <TotpSetup otherAccount={otherAccount} />
  );
}

/** Enters with the operator token and goes to the page that was asked for. */
function useEnter() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [params] = useSearchParams();
  return async (token: string): Promise<void> => {
    const next = params.get('next') ?? '/';
    storeOperatorToken(token);
    // Only a path of the console.
    await navigate(/^\/(?!\/)/.test(next) ? next : '/');
    client.removeQueries({ queryKey: ['second-factor'] });
  };
}

function Verification({ otherAccount }: { otherAccount: ReactNode }) {
  const { t } = useTranslation('admin');
  const enter = useEnter();
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { data } = await callAsUser('startOperatorSession', { body: { code: code.trim() } });
      await enter(data.token);
    },
  });
  const errors = splitErrors(error, ['code']);
  return (
    <SignInPanel title={t('signIn.secondTitle')} text={t('signIn.secondText')}>
      <form noValidate onSubmit={submitWith(() => !isPending && mutate())} className="grid gap-4">
        <CodeField value={code} onChange={setCode} hint={t('code.orRecovery')} error={errors.of('code')} />
        {errors.rest ? <FieldError>{errors.rest}</FieldError> : null}
        <Button type="submit" variant="brand" fullWidth loading={isPending}>
          {t('signIn.enter')}
        </Button>
        {otherAccount}
      </form>
    </SignInPanel>
  );
}

/** With the key of the mail, and password or code: a session alone does not set up the second factor. */
function TotpSetup({ otherAccount }: { otherAccount: ReactNode }) {
  const { t } = useTranslation('admin');
  const [key] = useState(getEnrolmentKey);
  const [setup, setSetup] = useState<Setup | null>(null);
  const [session, setSession] = useState<Reply<'confirmTotp'>['data'] | null>(null);
  if (session) return <RecoveryCodes session={session} />;
  const handleConfirmed = (confirmed: Reply<'confirmTotp'>['data']) => {
    clearEnrolmentKey();
    setSession(confirmed);
  };
  return (
    <SignInPanel
      title={t('setup.title')}
      text={t(setup ? 'setup.text' : key ? 'setup.proofText' : 'setup.noKey')}
    >
      {key && !setup ? <EnrolmentProof enrolmentKey={key} onProved={setSetup} /> : null}
      {setup ? <TotpConfirmation setup={setup} onConfirmed={handleConfirmed} /> : null}
      {otherAccount}
    </SignInPanel>
  );
}

type Way = 'password' | 'code';

interface ProofFormProps {
  /** The first one is chosen at first. */
  ways: readonly [Way, Way];
  /** The address, where it has to be entered; another one needs another code. */
  email?: { value: string; onChange: (value: string) => void };
  /** Sends a code, and answers where to. */
  send: () => Promise<string>;
  prove: (proof: { password: string } | { code: string }) => Promise<unknown>;
}

/** Who somebody is, by password or by a code that is mailed. */
export function ProofForm({ ways, email, send, prove }: ProofFormProps) {
  const { t } = useTranslation('admin');
  const [way, setWay] = useState(ways[0]);
  const [secret, setSecret] = useState('');
  const [sentTo, setSentTo] = useState('');
  const sending = useMutation({ mutationFn: send, onSuccess: setSentTo });
  const proving = useMutation({
    mutationFn: () => prove(way === 'code' ? { code: secret.trim() } : { password: secret }),
  });
  const isSending = way === 'code' && sentTo === '';
  const step = isSending ? sending : proving;
  const errors = splitErrors(step.error, ['email', 'code', 'password']);
  const isRunning = sending.isPending || proving.isPending;
  const texts = { password: t('signIn.byPassword'), code: t('signIn.byCode') };
  return (
    <form noValidate onSubmit={submitWith(() => !isRunning && step.mutate())} className="grid gap-4">
      <SegmentedControl
        legend={t('signIn.way')}
        options={ways.map((value) => ({ value, label: texts[value] }))}
        value={way}
        onChange={(next) => {
          setWay(next);
          setSecret('');
          proving.reset();
        }}
        className="justify-self-start"
      />
      {email ? (
        <TextField
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          required
          value={email.value}
          error={errors.of('email')}
          onChange={({ target }) => {
            email.onChange(target.value);
            setSentTo('');
          }}
        />
      ) : null}
      {way === 'password' ? (
        <TextField
          label={t('signIn.password')}
          type="password"
          autoComplete="current-password"
          required
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
  );
}

interface EnrolmentProofProps {
  enrolmentKey: string;
  onProved: (setup: Setup) => void;
}

const EnrolmentProof = ({ enrolmentKey, onProved }: EnrolmentProofProps) => (
  <ProofForm
    ways={['password', 'code']}
    send={async () => {
      const { email } = (await callAsUser('getMe')).data;
      await callAsUser('sendCode', { body: { email, purpose: 'second_factor', device_name: DEVICE_NAME } });
      return email;
    }}
    prove={async (proof) =>
      onProved((await callAsUser('setUpTotp', { body: { key: enrolmentKey, ...proof } })).data)
    }
  />
);

interface TotpConfirmationProps {
  setup: Setup;
  onConfirmed: (session: Reply<'confirmTotp'>['data']) => void;
}

function TotpConfirmation({ setup, onConfirmed }: TotpConfirmationProps) {
  const { t } = useTranslation('admin');
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => (await callAsUser('confirmTotp', { body: { code: code.trim() } })).data,
    onSuccess: onConfirmed,
  });
  const errors = splitErrors(error, ['code']);
  return (
    <form noValidate onSubmit={submitWith(() => !isPending && mutate())} className="grid gap-4">
      <QrCode text={setup.uri} label={t('setup.qr')} className="mx-auto w-full max-w-56 rounded-sm" />
      <a href={setup.uri} className="link flex min-h-11 items-center text-sm sm:hidden">
        {t('setup.openApp')}
      </a>
      <details className="text-sm">
        <summary className="link flex min-h-11 items-center">{t('setup.byHand')}</summary>
        <code className="block rounded-sm bg-quiet p-3 font-mono break-all select-all">{setup.secret}</code>
      </details>
      <CodeField value={code} onChange={setCode} hint={t('setup.firstCode')} error={errors.of('code')} />
      {errors.rest ? <FieldError>{errors.rest}</FieldError> : null}
      <Button type="submit" variant="brand" fullWidth loading={isPending}>
        {t('setup.confirm')}
      </Button>
    </form>
  );
}

/** Shown once; the console opens when they are kept. */
function RecoveryCodes({ session }: { session: Reply<'confirmTotp'>['data'] }) {
  const { t } = useTranslation('admin');
  const enter = useEnter();
  const { mutate, isPending } = useMutation({ mutationFn: () => enter(session.token) });
  return (
    <SignInPanel title={t('setup.codesTitle')} text={t('setup.codesText')}>
      <ul className="grid grid-cols-2 gap-2 rounded-sm bg-quiet p-4 font-mono text-sm select-all">
        {session.recovery_codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button
        variant="ghost"
        fullWidth
        icon={<IconDownload />}
        onClick={() => download('wopack-recovery-codes.txt', session.recovery_codes.join('\n'), 'text/plain')}
      >
        {t('setup.download')}
      </Button>
      <Button variant="brand" fullWidth loading={isPending} onClick={() => mutate()}>
        {t('setup.kept')}
      </Button>
    </SignInPanel>
  );
}
