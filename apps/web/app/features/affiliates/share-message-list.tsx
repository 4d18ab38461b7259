import { IconCopy } from '@tabler/icons-react';
import { type Language, languages } from '@wopack/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { copyText } from './copy-text.ts';

/**
 * What partners send with their link. Not part of the interface's texts: all languages are at hand at once, whatever
 * the partner's own is. Each says that the sender earns by it, as the referral terms ask.
 */
export const shareMessages: Record<Language, { buyers: string; sellers: string }> = {
  pt: {
    buyers:
      'Sobrou comida boa na padaria, e é tua: com o WoPack levantas ao fim do dia packs surpresa até 70 % mais baratos. Se entrares pelo meu link, eu ganho uma pequena parte do lucro deles; tu pagas o mesmo.',
    sellers:
      'O que sobra ao fecho não tem de ir para o lixo: no WoPack vendes packs surpresa em três minutos e ficas com tudo menos 1,29 € por pack. Se entrares pelo meu link, eu ganho uma pequena parte do lucro deles; para ti o preço é o mesmo.',
  },
  en: {
    buyers:
      'Good food is left over, and it can be yours: with WoPack you pick up surprise packs at closing time, up to 70% off. If you join by my link I earn a small part of their profit; you pay the same.',
    sellers:
      'What is left at closing time need not go into the bin: on WoPack you put surprise packs on sale in three minutes and keep everything but €1.29 a pack. If you join by my link I earn a small part of their profit; your price is the same.',
  },
  ru: {
    buyers:
      'В пекарне осталась хорошая еда, и она может стать твоей: в WoPack вечером можно забрать пакет-сюрприз со скидкой до 70 %. Если зайдёшь по моей ссылке, я получу небольшую долю их прибыли, а ты заплатишь столько же.',
    sellers:
      'То, что осталось к закрытию, не обязательно выбрасывать: в WoPack пакеты-сюрпризы выставляются за три минуты, и тебе остаётся всё, кроме 1,29 € с пакета. Если зайдёшь по моей ссылке, я получу небольшую долю их прибыли, для тебя цена та же.',
  },
};

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
      <p className="text-sm text-muted">{t('texts.lead')}</p>
      <div className="grid gap-3 lg:grid-cols-2">
        {(['buyers', 'sellers'] as const).map((audience) => {
          const message = `${messages[audience]} ${link}`;
          return (
            <div key={audience} className="grid content-start gap-3 rounded-md bg-panel p-4">
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
