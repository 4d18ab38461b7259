import { type Language, languages } from '@wopack/domain';
import { Select } from '@wopack/ui/form/select.tsx';
import { useTranslation } from 'react-i18next';

interface Props {
  label?: string;
  value: Language;
  onChange: (language: Language) => void;
}

/** The language that somebody writes in. */
export function TextLanguageSelect({ label, value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      label={label ?? t('textLanguage.of')}
      value={value}
      onChange={({ target }) => onChange(target.value as Language)}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {t(`textLanguage.${language}`)}
        </option>
      ))}
    </Select>
  );
}
