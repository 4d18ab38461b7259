import { IconCopy } from '@tabler/icons-react';
import { type Language, languages } from '@wopack/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { copyText } from './copy-text.ts';
import { shareMessages } from './share-messages.ts';

const languageNames: Record<Language, string> = { pt: 'Português', en: 'English', ru: 'Русский' };

/** Words to send with the link, for those who eat and for those who bake, in the language of whoever gets them. */
export function ShareMessageList({ link }: { link: string }) {
  const { t, i18n } = useTranslation('partner');
  const [language, setLanguage] = useState(i18n.language as Language);
  const messages = shareMessages[language];
  const copy = async (message: string) =>
    showToast(t((await copyText(message)) ? 'texts.copied' : 'link.copyFailed'));
  return (
    <section
      aria-labelledby="share-texts"
      className="grid content-start gap-4 rounded-lg bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="share-texts" className="h2">
          {t('texts.title')}
        </h2>
        <SegmentedControl<Language>
          legend={t('texts.language')}
          options={languages.map((value) => ({ value, label: value.toUpperCase() }))}
          value={language}
          onChange={setLanguage}
          className="on-raised"
        />
      </div>
      <p className="text-sm text-2">{t('texts.lead')}</p>
      <div className="grid gap-3 lg:grid-cols-2">
        {(['buyers', 'sellers'] as const).map((audience) => {
          const message = `${messages[audience]} ${link}`;
          return (
            <div key={audience} className="grid content-start gap-3 rounded-md bg-quiet-2 p-4">
              <h3 className="text-sm font-semibold">{t(`texts.${audience}`)}</h3>
              <p lang={language} className="text-pretty break-words">
                {message}
              </p>
              <Button
                variant="ghost"
                size="small"
                className="justify-self-start"
                icon={<IconCopy aria-hidden="true" />}
                onClick={() => void copy(message)}
              >
                {t('texts.copy')}
                <span className="sr-only">
                  {' '}
                  {t(`texts.${audience}`)}, {languageNames[language]}
                </span>
              </Button>
            </div>
          );
        })}
      </div>
    </section>
  );
}
