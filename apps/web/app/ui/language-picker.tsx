import { type Language, languages } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { SegmentedControl } from '@wopack/ui/form/segmented-control.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useTranslation } from 'react-i18next';
import { changeLanguage, i18n } from '../lib/i18n/i18n.ts';

/** Each language in itself. */
const LANGUAGE_NAMES: Record<Language, string> = { pt: 'Português', en: 'English', ru: 'Русский' };

/** Offline the texts of another language may be missing. */
const switchLanguage = (language: Language) =>
  changeLanguage(language).catch(() => showToast(i18n.t('errors:network')));

/** The code of the language in a circle, for narrow places; a native select. */
export function LanguageSelect({ className }: { className?: string }) {
  const { t, i18n } = useTranslation();
  return (
    <label
      className={cn(
        'relative grid size-11 shrink-0 place-items-center rounded-full text-sm font-semibold inset-ring-2 inset-ring-current',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        className,
      )}
    >
      <span className="sr-only">{t('language')}</span>
      <span aria-hidden="true">{i18n.language.toUpperCase()}</span>
      <select
        value={i18n.language}
        onChange={(event) => void switchLanguage(event.target.value as Language)}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language} className="bg-paper text-on-paper">
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** For coloured surfaces. */
export function LanguageButtons({ className }: { className?: string }) {
  const { t, i18n } = useTranslation();
  return (
    <fieldset className={cn('flex gap-0.5 text-sm font-semibold', className)}>
      <legend className="sr-only">{t('language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          title={LANGUAGE_NAMES[language]}
          aria-pressed={language === i18n.language}
          onClick={() => void switchLanguage(language)}
          className="grid size-11 place-items-center rounded-full opacity-80 hover:opacity-100 aria-pressed:opacity-100 aria-pressed:inset-ring-2 aria-pressed:inset-ring-current"
        >
          {language.toUpperCase()}
        </button>
      ))}
    </fieldset>
  );
}

/** Takes effect at once and is stored. */
export function LanguageSwitcher({ className }: { className?: string }) {
  const { t, i18n } = useTranslation();
  return (
    <SegmentedControl
      legend={t('language')}
      options={languages.map((language) => ({ value: language, label: language.toUpperCase() }))}
      value={i18n.language as Language}
      onChange={(language) => void switchLanguage(language)}
      className={className}
    />
  );
}
