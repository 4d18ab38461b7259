import { type Language, languages } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { download } from '@wopack/ui/download.ts';
import { SegmentedControl } from '@wopack/ui/form/segmented-control.tsx';
import { IconCheck, IconCopy, IconDownload, IconQrcode, IconShare } from '@wopack/ui/icons';
import { buildQrPath, buildQrPng, QrCode } from '@wopack/ui/images/qr-code.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText, shareLink } from '../../ui/share.tsx';

const quietButtonClass =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-sm bg-[rgb(255_255_255/.14)] px-4 text-sm font-bold hover:bg-[rgb(255_255_255/.2)] [&_svg]:size-[18px]';

const sheetButtonClass =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-md bg-quiet px-3 font-bold [&_svg]:size-5';

/** The partner's link: to copy, to share and as a QR code. Dark in both themes. */
export function ReferralLinkCard({ link }: { link: string }) {
  const { t } = useTranslation('partner');
  const [isCopied, setIsCopied] = useState(false);
  const [isQrOpen, setIsQrOpen] = useState(false);
  const copy = async () => {
    const hasCopied = await copyText(link);
    setIsCopied(hasCopied);
    showToast(t(hasCopied ? 'link.copied' : 'link.copyFailed'));
  };
  const share = async () => {
    const result = await shareLink({ title: t('link.shareTitle'), url: link });
    if (result === 'copied') showToast(t('link.copied'));
    if (result === 'failed') showToast(t('link.copyFailed'));
  };
  const savePng = async () => {
    try {
      download('wopack-qr.png', await buildQrPng(link, 'quartile', 4), 'image/png');
    } catch {
      showToast(t('link.pngFailed'));
    }
  };
  const CopyIcon = isCopied ? IconCheck : IconCopy;
  return (
    <section
      aria-labelledby="partner-link"
      className="flex items-center gap-8 rounded-lg bg-contrast p-5 text-on-contrast [--color-focus:var(--color-brand)] sm:p-8 dark:inset-ring dark:inset-ring-line"
    >
      <div className="grid min-w-0 flex-1 gap-4">
        <h2 id="partner-link" className="text-sm font-semibold">
          {t('link.title')}
        </h2>
        <div className="flex min-w-0 items-center gap-2 rounded-md bg-[rgb(255_255_255/.1)] p-1.5 pl-4">
          <span className="min-w-0 flex-1 leading-5 font-semibold wrap-anywhere select-all">
            {link.replace(/^https?:\/\//, '')}
          </span>
          <button
            type="button"
            onClick={() => void copy()}
            className="on-brand inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-sm bg-brand px-3 text-sm font-bold text-on-brand sm:px-4 [&_svg]:size-5"
          >
            <CopyIcon />
            <span className="max-sm:sr-only">{t('link.copy')}</span>
          </button>
        </div>
        <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
          <button type="button" className={quietButtonClass} onClick={() => void share()}>
            <IconShare />
            {t('link.share')}
          </button>
          <button type="button" className={`${quietButtonClass} sm:hidden`} onClick={() => setIsQrOpen(true)}>
            <IconQrcode />
            {t('link.showQr')}
          </button>
          <button
            type="button"
            className={`${quietButtonClass} max-sm:hidden`}
            onClick={() => downloadQrCode(link)}
          >
            <IconDownload />
            {t('link.saveQr')}
          </button>
          <button
            type="button"
            className={`${quietButtonClass} max-sm:hidden`}
            onClick={() => void savePng()}
          >
            <IconDownload />
            {t('link.savePng')}
          </button>
        </div>
      </div>
      <QrCode
        text={link}
        label={t('link.qr')}
        className="size-40 shrink-0 rounded-md max-sm:hidden lg:size-[176px]"
      />
      <Sheet open={isQrOpen} onClose={() => setIsQrOpen(false)} title={t('link.title')}>
        <QrCode text={link} label={t('link.qr')} className="mx-auto w-full max-w-72 rounded-md" />
        <div className="grid gap-2 sm:grid-cols-2">
          <button type="button" className={sheetButtonClass} onClick={() => void savePng()}>
            <IconDownload />
            {t('link.savePng')}
          </button>
          <button type="button" className={sheetButtonClass} onClick={() => downloadQrCode(link)}>
            <IconDownload />
            {t('link.saveQr')}
          </button>
        </div>
      </Sheet>
    </section>
  );
}

/** An SVG file, so that it prints sharp at any size. */
function downloadQrCode(link: string): void {
  const { size, path } = buildQrPath(link, 'quartile', 4);
  const background = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">${background}<path d="${path}"/></svg>`;
  download('wopack-qr.svg', svg, 'image/svg+xml');
}

/**
 * Messages that partners send with their link. Not in `locales/`: all languages are needed at once, whatever the
 * partner's own is. The referral terms require each to say that the sender earns by it.
 */
export const shareMessages: Record<Language, { buyers: string; sellers: string }> = {
  pt: {
    buyers:
      'Sobrou comida boa na padaria, e é tua: com o WoPack levantas ao fim do dia packs surpresa até 70 % mais baratos. Se entrares pelo meu link, eu ganho uma pequena parte do lucro deles; tu pagas o mesmo.',
    sellers:
      'O que sobra ao fecho não tem de ir para o lixo: no WoPack vendes packs surpresa em três minutos e ficas com tudo menos 1,29 € por pack. Se entrares pelo meu link, eu ganho uma pequena parte do lucro deles; para ti o preço é o mesmo.',
  },
  en: {
    buyers:
      'Good food is left over, and it can be yours: with WoPack you pick up surprise packs at closing time, up to 70% off. If you join through my link I earn a small part of their profit; you pay the same.',
    sellers:
      'What is left at closing time need not go into the bin: on WoPack you put surprise packs on sale in three minutes and keep everything but €1.29 a pack. If you join through my link I earn a small part of their profit; your price is the same.',
  },
  ru: {
    buyers:
      'В пекарне осталась хорошая еда, и она может стать твоей: в WoPack вечером можно забрать пакет-сюрприз со скидкой до 70 %. Если зайдёшь по моей ссылке, я получу небольшую долю их прибыли, а ты заплатишь столько же.',
    sellers:
      'То, что осталось к закрытию, не обязательно выбрасывать: в WoPack пакеты-сюрпризы выставляются за три минуты, и тебе остаётся всё, кроме 1,29 € с пакета. Если зайдёшь по моей ссылке, я получу небольшую долю их прибыли, для тебя цена та же.',
  },
};

const languageNames: Record<Language, string> = { pt: 'Português', en: 'English', ru: 'Русский' };

/** Messages to send with the link, for buyers and for sellers, in the recipient's language. */
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
                icon={<IconCopy />}
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
