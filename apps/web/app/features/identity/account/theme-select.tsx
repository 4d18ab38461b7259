import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { applyTheme, type Theme } from '../../../lib/browser/theme.ts';
import { useStored } from '../../../lib/storage/storage.ts';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** As the device, light or dark; applied at once. */
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
