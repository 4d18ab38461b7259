import { IconCopy } from '@tabler/icons-react';
import { type Language, languages } from '@wopack/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Segment } from '../../ui/segment.tsx';
import { notify } from '../../ui/toast.ts';
import { copyText } from './copy-text.ts';
import { shareTexts } from './words.ts';

const names: Record<Language, string> = { pt: 'Português', en: 'English', ru: 'Русский' };

/** Words to send with the link, for those who eat and for those who bake, in the language of whoever gets them. */
export function ShareTexts({ link }: { link: string }) {
  const { t, i18n } = useTranslation('partner');
  const [language, setLanguage] = useState(i18n.language as Language);
  const texts = shareTexts[language];
  const copy = async (text: string) => notify(t((await copyText(text)) ? 'texts.copied' : 'link.copyFailed'));
  return (
    <section
      aria-labelledby="share-texts"
      className="grid content-start gap-4 rounded-lg bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="share-texts" className="h2">
          {t('texts.title')}
        </h2>
        <Segment<Language>
          legend={t('texts.language')}
          options={languages.map((value) => ({ value, label: value.toUpperCase() }))}
          value={language}
          onChange={setLanguage}
          className="on-raised"
        />
      </div>
      <p className="text-sm text-2">{t('texts.lead')}</p>
      <div className="grid gap-3 lg:grid-cols-2">
        {(['buyers', 'sellers'] as const).map((who) => {
          const text = `${texts[who]} ${link}`;
          return (
            <div key={who} className="grid content-start gap-3 rounded-md bg-quiet-2 p-4">
              <h3 className="text-sm font-semibold">{t(`texts.${who}`)}</h3>
              <p lang={language} className="text-pretty break-words">
                {text}
              </p>
              <Button
                look="ghost"
                small
                className="justify-self-start"
                icon={<IconCopy aria-hidden="true" />}
                onClick={() => void copy(text)}
              >
                {t('texts.copy')}
                <span className="sr-only">
                  {' '}
                  {t(`texts.${who}`)}, {names[language]}
                </span>
              </Button>
            </div>
          );
        })}
      </div>
    </section>
  );
}
