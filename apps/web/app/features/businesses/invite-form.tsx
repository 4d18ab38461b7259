import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconShieldCheck } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Proof, type Scope, useInviteMember } from './businesses.api.ts';
import { ProofForm, type Reauthentication } from './proof-form.tsx';
import { type NamedSalePlace, ScopeFields, toScope } from './scope-fields.tsx';

interface Props {
  salePlaces: readonly NamedSalePlace[];
  reauthentication: Reauthentication;
}

const fields = ['email', 'role', 'sale_place_ids'] as const;
type Errors = Partial<Record<(typeof fields)[number], string>>;

const initialScope: Scope = { role: 'counter', sale_place_ids: null };

/** E-mail, role and sale places; then the password or a code. */
export function InviteForm({ salePlaces, reauthentication }: Props) {
  const { t } = useTranslation(['members', 'membership']);
  const emailRef = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [scope, setScope] = useState(initialScope);
  const [errors, setErrors] = useState<Errors>({});
  const [isConfirming, setConfirming] = useState(false);
  const inviteMember = useInviteMember();
  const address = email.trim();
  const start = (event: FormEvent) => {
    event.preventDefault();
    const next: Errors = {
      ...(!address.includes('@') && { email: t('emailMissing') }),
      ...(toScope(scope).sale_place_ids?.length === 0 && { sale_place_ids: t('placesMissing') }),
    };
    setErrors(next);
    if (next.email) emailRef.current?.focus();
    setConfirming(Object.keys(next).length === 0);
  };
  const describePlaces = (ids: readonly number[] | null) =>
    ids === null
      ? t('membership:all')
      : salePlaces.flatMap(({ id, name }) => (ids.includes(id) ? [isolateWords(name)] : [])).join(', ');
  const send = async (proof: Proof) => {
    await inviteMember.mutateAsync({ email: address, ...toScope(scope), ...proof });
    setConfirming(false);
    setEmail('');
    setScope(initialScope);
    showToast(t('sent', { email: address }));
  };
  return (
    <section aria-labelledby="invite" className="grid gap-4 rounded-lg bg-surface p-4 sm:p-6">
      <h2 id="invite" className="h2">
        {t('invite')}
      </h2>
      <form noValidate onSubmit={start} className="grid gap-4">
        <TextField
          ref={emailRef}
          label={t('email')}
          type="email"
          name="member-email"
          autoComplete="off"
          autoCapitalize="none"
          error={errors.email}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <ScopeFields scope={scope} onChange={setScope} salePlaces={salePlaces} errors={errors} />
        <Button type="submit" fullWidth>
          {t('send')}
        </Button>
      </form>
      <p className="flex gap-2.5 text-sm text-pretty text-muted">
        <IconShieldCheck className="size-5 shrink-0" />
        {t('next')}
      </p>
      {isConfirming ? (
        <Sheet
          open
          onClose={() => setConfirming(false)}
          title={t('confirmTitle')}
          description={t('inviteText', {
            email: address,
            role: t(`roles.${scope.role}`),
            places: describePlaces(toScope(scope).sale_place_ids),
          })}
        >
          <ProofForm
            reauthentication={reauthentication}
            submitLabel={t('send')}
            onSubmit={send}
            onOtherErrors={(messages) => {
              setErrors(Object.fromEntries(fields.map((field) => [field, messages[field]?.[0]])));
              setConfirming(false);
            }}
          />
        </Sheet>
      ) : null}
    </section>
  );
}
