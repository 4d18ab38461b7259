import type { Language } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { IconDownload } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { useDownloadFile } from '../../../lib/browser/use-download-file.ts';
import { TextLanguageSelect } from '../../../ui/form/text-language-select.tsx';
import { EditCard } from './edit-layout.tsx';

/** To print for the window of a sale place. */
export function PosterCard({ id }: { id: number }) {
  const { t, i18n } = useTranslation('seller');
  const [language, setLanguage] = useState(i18n.language as Language);
  return (
    <EditCard title={t('edit.poster.title')}>
      <p className="-mt-3 text-muted">{t('edit.poster.text')}</p>
      <TextLanguageSelect label={t('edit.poster.language')} value={language} onChange={setLanguage} />
      <div className="flex flex-wrap gap-3">
        {(['a4', 'sticker'] as const).map((size) => (
          <PosterButton key={size} id={id} size={size} language={language} />
        ))}
      </div>
    </EditCard>
  );
}

interface PosterButtonProps {
  id: number;
  size: 'a4' | 'sticker';
  language: Language;
}

function PosterButton({ id, size, language }: PosterButtonProps) {
  const { t } = useTranslation('seller');
  const poster = useDownloadFile(`wopack-${size}-${id}.pdf`, 'application/pdf', () =>
    call('exportPosterPdf', { params: { id }, query: { size, language } }),
  );
  return (
    <Button
      variant="ghost"
      icon={<IconDownload />}
      loading={poster.isPending}
      onClick={() => poster.mutate()}
    >
      {t(`edit.poster.${size}`)}
    </Button>
  );
}
