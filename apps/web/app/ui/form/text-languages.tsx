import { type Language, languages } from '@wopack/domain';
import { Select } from '@wopack/ui/form/select.tsx';
import { IconChevronDown } from '@wopack/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface TextLanguageSelectProps {
  value: Language;
  onChange: (language: Language) => void;
}

/** The language that a seller writes in. */
export function TextLanguageSelect({ value, onChange }: TextLanguageSelectProps) {
  const { t } = useTranslation('seller');
  return (
    <Select
      label={t('pack.texts.of')}
      value={value}
      onChange={({ target }) => onChange(target.value as Language)}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {t(`pack.texts.languages.${language}`)}
        </option>
      ))}
    </Select>
  );
}

interface OtherLanguagesProps {
  /** Languages with a text. */
  count: number;
  /** An error in a closed section would be neither seen nor focused; once open, it stays so while it is mended. */
  hasErrors?: boolean;
  children: ReactNode;
}

/** Collapsed: the texts in the other languages. */
export function OtherLanguages({ count, hasErrors = false, children }: OtherLanguagesProps) {
  const { t } = useTranslation('seller');
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group rounded-md inset-ring-[1.5px] inset-ring-line"
      open={isOpen || hasErrors}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-[52px] list-none items-center gap-2 rounded-md px-4 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        <span className="grid gap-x-2 py-2 sm:flex sm:flex-wrap">
          {t('pack.texts.title')}
          <span className="font-normal text-muted">
            {count ? t('pack.texts.count', { count }) : t('pack.texts.hint')}
          </span>
        </span>
        <IconChevronDown
          className="ml-auto size-5 shrink-0 transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="grid gap-5 px-4 pt-1 pb-5">{children}</div>
    </details>
  );
}
