import { useTranslation } from 'react-i18next';

interface TextRule {
  max: number;
  /** Said of an empty text; without it the text may be empty. */
  missing?: string;
}

/** Validates a text whose length is shown below its field: nothing is cut in silence. */
export function useTextRule({ max, missing }: TextRule) {
  const { t } = useTranslation('errors');
  return (text: string): string | true => {
    const { length } = text.trim();
    if (length === 0) return missing ?? true;
    return length <= max || t('tooLong', { max });
  };
}
