import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

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
