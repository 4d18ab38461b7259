import { useTranslation } from 'react-i18next';
import { companyName, feedbackEmail } from '../../../lib/company.ts';
import { Logo } from '../../../ui/images/logo.tsx';
import { LanguageButtons } from '../../../ui/language-picker.tsx';
import { PolicyList } from '../../../ui/policy-link.tsx';

export function LandingFooter() {
  const { t } = useTranslation(['landing', 'common']);
  return (
    <footer className="on-contrast zz-top mt-16 bg-contrast-deep pt-16 pb-10 text-on-contrast [--zz:39px] lg:mt-26 lg:pt-18 lg:[--zz:48px]">
      <div className="wrap">
        <div className="grid gap-7 lg:grid-cols-[1fr_auto_auto_auto] lg:gap-18">
          <div>
            <Logo className="h-[38px] lg:h-11" />
            <p className="h2 mt-4 lg:d2 lg:max-w-[12em]">{t('footer.made')}</p>
          </div>
          <nav aria-labelledby="footer-legal">
            <h2 id="footer-legal" className="mb-1 text-sm font-semibold text-on-contrast/80">
              {t('common:footer.legal')}
            </h2>
            <PolicyList linkClass="inline-flex min-h-11 items-center font-semibold hover:underline lg:min-h-9" />
          </nav>
          <div>
            <h2 className="mb-1 text-sm font-semibold text-on-contrast/80">{t('footer.talk')}</h2>
            <a
              href={`mailto:${feedbackEmail}`}
              className="link inline-flex min-h-11 items-center break-all text-sticker!"
            >
              {feedbackEmail}
            </a>
          </div>
          <div>
            <p aria-hidden="true" className="mb-1 text-sm font-semibold text-on-contrast/80">
              {t('footer.language')}
            </p>
            <LanguageButtons className="-ml-1" />
          </div>
        </div>
        <div className="mt-8 flex flex-col gap-1.5 border-t border-on-contrast/16 pt-6 text-sm text-on-contrast/80 sm:flex-row sm:justify-between lg:mt-14">
          <span>{t('common:footer.credit', { year: new Date().getFullYear(), company: companyName })}</span>
          <span>{t('footer.small')}</span>
        </div>
      </div>
    </footer>
  );
}
