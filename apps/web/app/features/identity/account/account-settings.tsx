import { Button } from '@wopack/ui/button.tsx';
import { IconChevronDown, IconLogout } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { applyTheme, type Theme } from '../../../lib/browser/theme.ts';
import { paths } from '../../../lib/paths.ts';
import { useStored } from '../../../lib/storage/storage.ts';
import { logOut } from '../identity.api.ts';

/** Ends the session, clears everything stored on this device and opens the landing page. */
export function LogOutButton() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const handleLogOut = async () => {
    setLoggingOut(true);
    await logOut();
    await navigate(paths.landing, { replace: true });
  };
  return (
    <Button
      variant="soft"
      fullWidth
      loading={isLoggingOut}
      icon={<IconLogout aria-hidden="true" />}
      onClick={() => void handleLogOut()}
    >
      {t('logOut')}
    </Button>
  );
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export function ThemeSelect() {
  const { t } = useTranslation('account');
  const [storedTheme] = useStored('theme');
  return (
    <span className="relative -mr-2 inline-grid items-center">
      <select
        aria-label={t('theme')}
        value={storedTheme ?? 'system'}
        onChange={(event) => applyTheme(event.target.value as Theme)}
        className="h-11 appearance-none rounded-sm bg-transparent pr-8 pl-2 text-right font-medium text-muted"
      >
        {THEMES.map((theme) => (
          <option key={theme} value={theme} className="bg-raised text-text">
            {t(`themes.${theme}`)}
          </option>
        ))}
      </select>
      <IconChevronDown
        className="pointer-events-none absolute right-1.5 size-5 text-muted"
        aria-hidden="true"
      />
    </span>
  );
}
