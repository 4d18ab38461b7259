import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  href: string;
  className?: string;
  /** Given by `Trans` where the link stands in a translated text. */
  children?: ReactNode;
}

/** A link that leaves this page as it is; says so to whoever does not see the new tab. */
export function NewTabLink({ href, className = 'link', children }: Props) {
  const { t } = useTranslation();
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      {children}
      <span className="sr-only"> ({t('newTab')})</span>
    </a>
  );
}
