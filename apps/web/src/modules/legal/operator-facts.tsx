import { useTranslation } from 'react-i18next';
import { companyAddress, companyName, companyTaxNumber, feedbackEmail } from '../../lib/company.ts';

/** Who runs this WoPack, as far as it is set up. */
export function OperatorFacts() {
  const { t } = useTranslation('legal');
  return (
    <dl className="grid gap-x-6 gap-y-1.5 rounded-md bg-quiet-2 p-4 text-text sm:grid-cols-[auto_1fr] print:bg-transparent print:p-0">
      <Fact name={t('operator.name')}>{companyName}</Fact>
      {companyAddress ? <Fact name={t('operator.address')}>{companyAddress}</Fact> : null}
      {companyTaxNumber ? <Fact name={t('operator.taxNumber')}>{companyTaxNumber}</Fact> : null}
      <Fact name={t('operator.email')}>{feedbackEmail}</Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <>
    <dt className="text-sm leading-6 text-2">{name}</dt>
    <dd className="font-semibold break-words">{children}</dd>
  </>
);
