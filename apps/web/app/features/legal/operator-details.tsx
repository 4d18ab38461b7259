import { useTranslation } from 'react-i18next';
import { companyAddress, companyName, companyTaxNumber, feedbackEmail } from '../../lib/company.ts';

/** Who runs this WoPack, as far as it is set up. */
export function OperatorDetails() {
  const { t } = useTranslation('legal');
  return (
    <dl className="grid gap-x-6 gap-y-1.5 rounded-md bg-panel p-4 text-text sm:grid-cols-[auto_1fr] print:bg-transparent print:p-0">
      <Detail label={t('operator.name')}>{companyName}</Detail>
      {companyAddress ? <Detail label={t('operator.address')}>{companyAddress}</Detail> : null}
      {companyTaxNumber ? <Detail label={t('operator.taxNumber')}>{companyTaxNumber}</Detail> : null}
      <Detail label={t('operator.email')}>{feedbackEmail}</Detail>
    </dl>
  );
}

const Detail = ({ label, children }: { label: string; children: string }) => (
  <>
    <dt className="text-sm leading-6 text-muted">{label}</dt>
    <dd className="font-semibold break-words">{children}</dd>
  </>
);
