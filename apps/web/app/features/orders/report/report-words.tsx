import { useTranslation } from 'react-i18next';
import { getMediaUrl } from '../../../lib/api/api.ts';
import type { SellerOrder } from '../seller-orders.api.ts';

interface Props {
  report: NonNullable<SellerOrder['report']>;
  client: string;
}

/** What a buyer wrote, wants and shows. */
export function ReportWords({ report: { text, wish, photo }, client }: Props) {
  const { t } = useTranslation('seller');
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
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
