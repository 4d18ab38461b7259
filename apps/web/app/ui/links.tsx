import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { companyTaxNumber, hasTrustPage } from '../lib/company.ts';
import { COMPLAINTS_URL, needsComplaintsLink } from '../lib/complaints-link.ts';
import { type Policy, paths, policies } from '../lib/paths.ts';

interface Props {
  href: string;
  className?: string;
  /** Set by `Trans` when the link is part of a translated text. */
  children?: ReactNode;
}

/** Tells screen readers that it opens a new tab. */
export function NewTabLink({ href, className = 'link', children }: Props) {
  const { t } = useTranslation();
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      {children}
      <span className="sr-only"> ({t('newTab')})</span>
    </a>
  );
}

/** Lets keyboard users skip to the content. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#main"
      className="sr-only z-60 rounded-sm bg-primary px-4 py-3 font-bold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      {t('skip')}
    </a>
  );
}

interface PolicyLinkProps {
  policy: Policy;
  className?: string;
  /** By default the policy's name. */
  children?: ReactNode;
}

/** Opens in a new tab, so that no input is lost. */
export function PolicyLink({ policy, className, children }: PolicyLinkProps) {
  const { t } = useTranslation();
  return (
    <NewTabLink href={paths.policies[policy]} className={className}>
      {children ?? t(`footer.${policy}`)}
    </NewTabLink>
  );
}

/** Where the operator has to offer it; null elsewhere. */
export function ComplaintsLink({
  className,
  taxNumber = companyTaxNumber,
}: {
  className?: string;
  taxNumber?: string;
}) {
  if (!needsComplaintsLink(taxNumber)) return null;
  return (
    <NewTabLink href={COMPLAINTS_URL} className={className}>
      {/* The name of a book, as it is in the law. */}
      <span lang="pt">Livro de Reclamações</span>
    </NewTabLink>
  );
}

/** Where the operator publishes whether what is owed is covered; null elsewhere. */
export function TrustLink({
  className,
  isPublished = hasTrustPage,
}: {
  className?: string;
  isPublished?: boolean;
}) {
  const { t } = useTranslation();
  if (!isPublished) return null;
  return (
    <NewTabLink href={paths.trust} className={className}>
      {t('footer.trust')}
    </NewTabLink>
  );
}

/** Links to all policies. */
export const PolicyList = ({ className, linkClass }: { className?: string; linkClass: string }) => (
  <ul className={className}>
    {policies.map((policy) => (
      <li key={policy}>
        <PolicyLink policy={policy} className={linkClass} />
      </li>
    ))}
    <li className="empty:hidden">
      <TrustLink className={linkClass} />
    </li>
    <li className="empty:hidden">
      <ComplaintsLink className={linkClass} />
    </li>
  </ul>
);
