import { useTranslation } from 'react-i18next';
import { getMediaUrl } from '../../../lib/api/api.ts';
import { useTranslatedText } from '../../../ui/translated-text.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';

interface Props {
  report: NonNullable<SellerOrder['report']>;
  client: string;
}

/** What a buyer wrote, wants and shows. */
export function ReportWords({ report, client }: Props) {
  const { t } = useTranslation('seller');
  const { wish, photo } = report;
  const { text: words, note } = useTranslatedText(report);
  return (
    <>
      <p lang={words.language ?? undefined} className="whitespace-pre-line wrap-anywhere">
        {words.text}
      </p>
      {note}
      {wish ? <p className="font-semibold">{t(`reports.wish.${wish}`)}</p> : null}
      {photo ? (
        <img
          src={getMediaUrl(photo.path)}
          alt={t('reports.photo', { client })}
          loading="lazy"
          className="max-h-96 max-w-full justify-self-start rounded-sm object-contain"
        />
      ) : null}
    </>
  );
}
