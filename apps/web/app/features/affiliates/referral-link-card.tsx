import { IconCheck, IconCopy, IconDownload, IconQrcode, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../lib/api/download.ts';
import { shareLink } from '../../lib/browser/share.ts';
import { buildQrPath, QrCode } from '../../ui/images/qr-code.tsx';
import { Sheet } from '../../ui/overlay/sheet.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { copyText } from './copy-text.ts';

const quietButtonClass =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-sm bg-[rgb(255_255_255/.14)] px-4 text-sm font-bold hover:bg-[rgb(255_255_255/.2)] [&_svg]:size-[18px]';

/** The partner's link: to copy, to share, and as a picture to scan. Stays dark by day. */
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
          <span className="min-w-0 flex-1 truncate font-semibold select-all">
            {link.replace(/^https?:\/\//, '')}
          </span>
          <button
            type="button"
            onClick={() => void copy()}
            className="on-brand inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-sm bg-brand px-3 text-sm font-bold text-on-brand sm:px-4 [&_svg]:size-5"
          >
            <CopyIcon aria-hidden="true" />
            <span className="max-sm:sr-only">{t('link.copy')}</span>
          </button>
        </div>
        <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
          <button type="button" className={quietButtonClass} onClick={() => void share()}>
            <IconShare aria-hidden="true" />
            {t('link.share')}
          </button>
          <button type="button" className={`${quietButtonClass} sm:hidden`} onClick={() => setIsQrOpen(true)}>
            <IconQrcode aria-hidden="true" />
            {t('link.showQr')}
          </button>
          <button
            type="button"
            className={`${quietButtonClass} max-sm:hidden`}
            onClick={() => downloadQrCode(link)}
          >
            <IconDownload aria-hidden="true" />
            {t('link.saveQr')}
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
        <button
          type="button"
          className="inline-flex min-h-12 items-center justify-center gap-2 rounded-md bg-quiet font-bold [&_svg]:size-5"
          onClick={() => downloadQrCode(link)}
        >
          <IconDownload aria-hidden="true" />
          {t('link.saveQr')}
        </button>
      </Sheet>
    </section>
  );
}

/** The link as a picture for posters: lines, so that it prints sharp at any size. */
function downloadQrCode(link: string): void {
  const { size, path } = buildQrPath(link, 'quartile', 4);
  const background = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">${background}<path d="${path}"/></svg>`;
  download('wopack-qr.svg', svg, 'image/svg+xml');
}
