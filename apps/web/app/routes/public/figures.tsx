import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { TownLinks } from '../../features/orders/impact/town-links.tsx';

const SECTIONS = ['value', 'lower', 'reliability', 'order', 'sorry', 'photos'] as const;

/** How the figures beside offers and sale places are made, and what the recommended order goes by. */
export function Component() {
  const { t } = useTranslation('figures');
  return (
    <div className="mx-auto max-w-[760px]">
      <PageTitle>{t('title')}</PageTitle>
      <h1 className="d1 wrap-break-word hyphens-auto">{t('title')}</h1>
      <p className="mt-4 text-lg text-pretty">{t('lead')}</p>
      {SECTIONS.map((section) => (
        <section key={section} aria-labelledby={section} className="mt-8 grid gap-3">
          <h2 id={section} className="h1 scroll-mt-20">
            {t(`${section}.title`)}
          </h2>
          {t(`${section}.text`, { returnObjects: true }).map((paragraph) => (
            <p key={paragraph} className="text-pretty">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      <div className="mt-8">
        <TownLinks />
      </div>
    </div>
  );
}
