import { serverDate } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { companyName, feedbackEmail } from '../../../lib/company.ts';
import { PolicyList } from '../../../ui/links.tsx';

/** On pages from 576 px. */
export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className="gutter mt-14 grid gap-x-6 gap-y-1 border-t border-line py-5 text-sm text-muted print:hidden">
      <nav aria-label={t('footer.legal')}>
        <PolicyList
          className="flex flex-wrap gap-x-6"
          linkClass="inline-flex min-h-11 items-center hover:underline"
        />
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p>{t('footer.credit', { year: serverDate().getFullYear(), company: companyName })}</p>
        <a className="link inline-flex min-h-11 items-center" href={`mailto:${feedbackEmail}`}>
          {t('footer.feedback')}
        </a>
      </div>
    </footer>
  );
}
