import { useQuery } from '@tanstack/react-query';
import { type Language, languages } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { IconLogout } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, onStepUpNeeded } from '../lib/api.ts';
import { changeTheme, getStoredTheme, storeLanguage } from '../lib/preferences.ts';
import { operatorQuery, queryClient } from '../lib/queries.ts';
import { useAction, useFormat, useLogOut } from '../lib/use-console.ts';
import { CodeField, splitErrors, submitWith } from '../ui/forms-and-actions.tsx';

type Answer = (isConfirmed: boolean) => void;

/** Asks for the code when a call needs the second factor again; the call is repeated then. */
export function StepUp() {
  const { t } = useTranslation('admin');
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  useEffect(
    () =>
      onStepUpNeeded(() => new Promise<boolean>((resolve) => setAnswers((waiting) => [...waiting, resolve]))),
    [],
  );
  const close = (isConfirmed: boolean) => {
    for (const answer of answers) answer(isConfirmed);
    setAnswers([]);
  };
  return answers.length > 0 ? <StepUpDialog onClose={close} title={t('code.title')} /> : null;
}

function StepUpDialog({ onClose, title }: { onClose: Answer; title: string }) {
  const { t } = useTranslation('admin');
  const [code, setCode] = useState('');
  const { run, isRunning, error } = useAction(() => call('stepUpOperator', { body: { code: code.trim() } }), {
    done: t('code.confirmed'),
    inForm: true,
    onDone: () => onClose(true),
  });
  const errors = splitErrors(error, ['code']);
  return (
    <Sheet open onClose={() => onClose(false)} title={title} description={t('code.why')}>
      <form noValidate onSubmit={submitWith(() => !isRunning && run(undefined))} className="grid gap-4">
        <CodeField value={code} onChange={setCode} error={errors.of('code')} />
        {errors.rest ? <FieldError>{errors.rest}</FieldError> : null}
        <Button type="submit" variant="brand" fullWidth loading={isRunning}>
          {t('code.confirm')}
        </Button>
      </form>
    </Sheet>
  );
}

const LANGUAGE_NAMES: Record<Language, string> = { pt: 'Português', en: 'English', ru: 'Русский' };

/** The server's texts are in the language of the call: what was answered in the former one is asked for again. */
async function changeLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await i18next.changeLanguage(language);
  await queryClient.invalidateQueries();
}

/** Language, theme and leaving. */
export function Account() {
  const { t, i18n } = useTranslation('admin');
  const { formatTime } = useFormat();
  const { data: operator } = useQuery(operatorQuery);
  const [theme, setTheme] = useState(getStoredTheme);
  const logOut = useLogOut();
  return (
    <div className="grid gap-4 pt-2">
      {operator ? (
        <p className="text-muted">
          {t(`roles.${operator.role}`)} ·{' '}
          {t('signedInUntil', { time: formatTime(operator.session_expires_at) })} ·{' '}
          {t('code.recoveryLeft', { count: operator.recovery_codes_left })}
        </p>
      ) : null}
      <Select
        label={t('language')}
        value={i18n.language}
        onChange={({ target }) => {
          changeLanguage(target.value as Language).catch(showErrorToast);
        }}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </Select>
      <Select
        label={t('theme.label')}
        value={theme}
        onChange={({ target }) => {
          const next = target.value as typeof theme;
          setTheme(next);
          changeTheme(next);
        }}
      >
        {(['system', 'light', 'dark'] as const).map((value) => (
          <option key={value} value={value}>
            {t(`theme.${value}`)}
          </option>
        ))}
      </Select>
      <button
        type="button"
        onClick={() => void logOut()}
        className="flex min-h-11 items-center gap-2 font-semibold text-danger"
      >
        <IconLogout className="size-5" />
        {t('leave')}
      </button>
    </div>
  );
}
