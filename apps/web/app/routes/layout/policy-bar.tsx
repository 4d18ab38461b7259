import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { paths, policies } from '../../lib/paths.ts';

/** Marks the current policy and scrolls it into view where the bar scrolls. */
export function PolicyBar() {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const listRef = useRef<HTMLUListElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page, and for each language, whose labels differ in width
  useEffect(() => {
    const currentLink = listRef.current?.querySelector<HTMLElement>('[aria-current]');
    if (listRef.current && currentLink) listRef.current.scrollLeft = currentLink.offsetLeft;
  }, [pathname, i18n.language]);

  return (
    <nav aria-label={t('footer.policies')} className="border-b border-line print:hidden">
      <ul
        ref={listRef}
        className="relative mx-auto flex max-w-(--page-max) snap-x snap-mandatory scroll-px-(--gutter) gap-2 overflow-x-auto px-(--gutter) py-2.5 [scrollbar-width:none] xl:px-0"
      >
        {policies.map((policy) => (
          <li key={policy} className="shrink-0 snap-start">
            <NavLink
              to={paths.policies[policy]}
              className="inline-flex min-h-11 items-center rounded-full px-4 text-sm font-semibold text-muted inset-ring inset-ring-line -outline-offset-3! hover:bg-quiet aria-[current=page]:bg-brand aria-[current=page]:text-on-brand aria-[current=page]:inset-ring-0"
            >
              {t(`footer.${policy}`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
