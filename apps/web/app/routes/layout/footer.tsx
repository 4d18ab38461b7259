import { useTranslation } from 'react-i18next';
import { companyName, feedbackEmail } from '../../lib/company.ts';
import { policies } from '../../lib/paths.ts';
import { PolicyLink } from '../../ui/policy-link.tsx';

const linkClass = 'inline-flex min-h-11 items-center hover:underline';

/** Year, company, a way to write to us and the policies, on pages from 576 px. */
export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className="gutter mt-14 grid gap-x-6 gap-y-1 border-t border-line py-5 text-sm text-2 print:hidden">
      <nav aria-label={t('footer.legal')}>
        <ul className="flex flex-wrap gap-x-6">
          {policies.map((policy) => (
            <li key={policy}>
              <PolicyLink policy={policy} className={linkClass} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p>{t('footer.credit', { year: new Date().getFullYear(), company: companyName })}</p>
        <a className="link inline-flex min-h-11 items-center" href={`mailto:${feedbackEmail}`}>
          {t('footer.feedback')}
        </a>
      </div>
    </footer>
  );
}
