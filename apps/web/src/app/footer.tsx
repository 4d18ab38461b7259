import { useTranslation } from 'react-i18next';
import { companyName, feedbackEmail } from '../lib/company.ts';

/** Year, company and a way to write to us, on pages from 576 px. */
export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className="gutter mt-14 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-5 text-sm text-2">
      <p>{t('footer.credit', { year: new Date().getFullYear(), company: companyName })}</p>
      <a className="link inline-flex min-h-11 items-center" href={`mailto:${feedbackEmail}`}>
        {t('footer.feedback')}
      </a>
    </footer>
  );
}
