import { type Language, languages } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../lib/i18n/i18n.ts';
import { SegmentedControl } from './form/choice/segmented-control.tsx';

/** Takes effect at once and is stored. */
export function LanguageSwitcher({ className }: { className?: string }) {
  const { t, i18n } = useTranslation();
  return (
    <SegmentedControl
      legend={t('language')}
      options={languages.map((language) => ({ value: language, label: language.toUpperCase() }))}
      value={i18n.language as Language}
      onChange={(language) => void changeLanguage(language)}
      className={className}
    />
  );
}
